package io.faregate.router.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Changes to the members of one JSON object, told as byte ranges: what is not changed stays byte for byte, and the
 * order too. Members that are added come last. Not thread-safe; an edit leaves the bytes it is made from untouched.
 */
public final class ObjectEdit {
    private static final byte[] DROPPED = {};
    private static final String[] NO_NAMES = {};
    private static final byte[][] NO_VALUES = {};

    private final byte[] bytes;
    private final int from;
    private final int to;
    private final Members members;
    private byte @Nullable [][] keys;
    private final byte[][] values;
    private String[] addedNames = NO_NAMES;
    private byte[][] addedValues = NO_VALUES;
    private int added;

    ObjectEdit(byte[] bytes, int from, int to, Members members) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.members = members;
        this.values = new byte[members.count()][];
    }

    /** Whether the object has, after the changes so far, a member of that name that it had before. */
    public boolean has(String name) {
        int index = members.indexOf(bytes, name);
        return index >= 0 && values[index] != DROPPED;
    }

    /** The JSON text of a member as it came, or null. */
    public @Nullable String value(String name) {
        return has(name) ? members.spelling(bytes, name) : null;
    }

    /** Gives a member a new value (JSON text), or adds it. */
    public ObjectEdit set(String name, byte[] json) {
        int index = members.indexOf(bytes, name);
        if (index >= 0) {
            values[index] = json;
        } else {
            add(name, json);
        }
        return this;
    }

    private void add(String name, byte[] json) {
        for (int i = 0; i < added; i++) {
            if (addedNames[i].equals(name)) {
                addedValues[i] = json;
                return;
            }
        }
        if (added == addedNames.length) {
            addedNames = Arrays.copyOf(addedNames, 2 * added + 1);
            addedValues = Arrays.copyOf(addedValues, 2 * added + 1);
        }
        addedNames[added] = name;
        addedValues[added++] = json;
    }

    /** Gives a member a new value, or adds it. */
    public ObjectEdit set(String name, String json) {
        return set(name, json.getBytes(StandardCharsets.UTF_8));
    }

    /** Gives a member another name, if it is there. */
    public ObjectEdit rename(String name, String newName) {
        int index = members.indexOf(bytes, name);
        if (index >= 0) {
            keys = keys == null ? new byte[members.count()][] : keys;
            keys[index] = ("\"" + newName + "\"").getBytes(StandardCharsets.UTF_8);
        }
        return this;
    }

    /** Leaves a member out, if it is there. */
    public ObjectEdit drop(String name) {
        int index = members.indexOf(bytes, name);
        if (index >= 0) {
            values[index] = DROPPED;
        }
        return this;
    }

    /** The object with its changes, and whatever stood around it. */
    public ByteSlices slices() {
        ByteSlices out = new ByteSlices();
        out.add(bytes, from, members.objectStart() + 1 - from);
        int behind = members.objectStart() + 1;
        boolean first = true;
        for (int i = 0; i < members.count(); i++) {
            if (values[i] != DROPPED) {
                int gap = first ? members.objectStart() + 1 : behind;
                int gapEnd = first ? members.keyStart(0) : members.keyStart(i);
                out.add(bytes, gap, gapEnd - gap);
                member(out, i);
                first = false;
            }
            behind = members.valueEnd(i);
        }
        for (int i = 0; i < added; i++) {
            String key = (first ? "\"" : ",\"") + addedNames[i] + "\":";
            out.add(key.getBytes(StandardCharsets.UTF_8)).add(addedValues[i]);
            first = false;
        }
        int tail = members.count() == 0 ? members.objectStart() + 1 : behind;
        return out.add(bytes, tail, to - tail);
    }

    private void member(ByteSlices out, int i) {
        int afterKey = members.keyStart(i);
        if (keys != null && keys[i] != null) {
            out.add(keys[i]);
            afterKey = members.keyEnd(i);
        }
        if (values[i] == null) {
            out.add(bytes, afterKey, members.valueEnd(i) - afterKey);
        } else {
            out.add(bytes, afterKey, members.valueStart(i) - afterKey).add(values[i]);
        }
    }
}
