package io.faregate.router.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Finds the names that somebody may have meant. */
final class Spelling {
    private static final int FEW = 3;

    private Spelling() {}

    /** The one name that differs little from a word, else all of them in order. */
    static List<String> nearest(String word, Collection<String> names) {
        List<String> near = near(word, names);
        return near.isEmpty() ? List.copyOf(names) : near;
    }

    /** The few names that differ little from a word, nearest first. */
    static List<String> near(String word, Collection<String> names) {
        int most = Math.max(1, word.length() / 4);
        List<String> near = new ArrayList<>();
        for (int distance = 0; distance <= most && near.size() < FEW; distance++) {
            for (String name : names) {
                if (near.size() < FEW && distance(word, name, most) == distance) {
                    near.add(name);
                }
            }
        }
        return near;
    }

    /** Edits from one word to another (Levenshtein); more than {@code most} once that is certain. */
    static int distance(String a, String b, int most) {
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
            for (int j = 1; j <= b.length(); j++) {
                int change = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[b.length()];
    }
}
