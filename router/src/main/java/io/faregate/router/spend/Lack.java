package io.faregate.router.spend;

/**
 * The budget in which a request found too little, at about the moment it was looked at. Immutable.
 *
 * @param budget as pages name it: {@code global}, {@code key:NAME}, {@code route:NAME}, {@code task} or {@code request}
 */
public record Lack(String budget, long capPicoUsd, long leftPicoUsd) {}
