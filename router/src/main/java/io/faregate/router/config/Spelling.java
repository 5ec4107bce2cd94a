package io.faregate.router.config;

import io.faregate.router.catalog.Edits;
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
                if (near.size() < FEW && Edits.distance(word, name, most) == distance) {
                    near.add(name);
                }
            }
        }
        return near;
    }
}
