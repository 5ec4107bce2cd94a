package io.faregate.router.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds the names that somebody may have meant. Stateless. */
public final class Spelling {
    private static final int FEW = 3;
    /** So many characters of a name tell it. */
    private static final int TELLING = 3;

    private Spelling() {}

    /** The one name that differs little from a word, else all of them in order. */
    public static List<String> nearest(String word, Collection<String> names) {
        List<String> near = near(word, names);
        return near.isEmpty() ? List.copyOf(names) : near;
    }

    /** The few names that differ little from a word, nearest first; capitals are no difference. */
    public static List<String> near(String word, Collection<String> names) {
        String lower = word.toLowerCase(Locale.ROOT);
        int most = Math.max(1, word.length() / 4);
        List<List<String>> byDistance = new ArrayList<>();
        for (int distance = 0; distance <= most; distance++) {
            byDistance.add(new ArrayList<>());
        }
        for (String name : names) {
            int distance = Edits.distance(lower, name.toLowerCase(Locale.ROOT), most);
            if (distance <= most && byDistance.get(distance).size() < FEW) {
                byDistance.get(distance).add(name);
            }
        }
        return byDistance.stream().flatMap(List::stream).limit(FEW).toList();
    }

    /** As {@link #near}; where nothing is near, the shortest few names that the word is a part of. */
    public static List<String> nearOrHolding(String word, Collection<String> names) {
        List<String> near = near(word, names);
        if (!near.isEmpty() || word.length() < TELLING) {
            return near;
        }
        String lower = word.toLowerCase(Locale.ROOT);
        return names.stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).contains(lower))
                .sorted((a, b) -> a.length() == b.length() ? a.compareTo(b) : Integer.compare(a.length(), b.length()))
                .limit(FEW)
                .toList();
    }
}
