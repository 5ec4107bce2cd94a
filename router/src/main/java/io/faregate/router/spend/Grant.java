package io.faregate.router.spend;

/** What came of an attempt to get money into a loop's cell. */
enum Grant {
    /** No cap: nothing need be held. */
    FREE,
    /** It is there, and nobody else knows. */
    OWN,
    /** It is there, taken from under the eyes of others: {@link DayBudget#concludeTentative} must follow. */
    TENTATIVE,
    /** Other loops or the source have been asked; {@link DayBudget#await} tells when they have answered. */
    WAIT,
    /** Another request is about to decide; try again soon. */
    AGAIN,
    /** There is less left anywhere. */
    SHORT
}
