package io.faregate.router.catalog;

/** How far words are from each other. */
public final class Edits {
    private Edits() {}

    /** Edits from one word to another (Levenshtein); more than {@code most} once that is certain. */
    public static int distance(String a, String b, int most) {
        if (Math.abs(a.length() - b.length()) > most) {
            return most + 1;
        }
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            int least = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(above[j], row[j - 1]) + 1);
                least = Math.min(least, row[j]);
            }
            if (least > most) {
                return most + 1;
            }
            above = row;
        }
        return above[b.length()];
    }
}
