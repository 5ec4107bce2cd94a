package io.faregate.router.dialect;

import java.util.List;

/**
 * Lets a model's text flow for as long as it can't be the beginning of a call, and holds back the rest to its end. Not
 * thread-safe; one for a text.
 */
final class HeldText {
    private static final List<String> MARKS = List.of(ToolCallText.OPEN, ToolCallText.LIST);
    private static final List<String> THINKING = List.of(ToolCallText.THINK);
    private static final List<String> THINKING_END = List.of(ToolCallText.THINK_END);
    /** How a text begins that may be a call as a whole. */
    private static final List<String> WHOLE = List.of("{", "[", "```", ToolCallText.PYTHON_TAG);

    private final StringBuilder all = new StringBuilder();
    private final StringBuilder pending = new StringBuilder();
    private int flowed;
    private boolean beginning = true;
    private boolean thinking;
    private boolean holding;

    /** Takes a piece and gives what may go on now. */
    String take(String piece) {
        all.append(piece);
        if (holding) {
            return "";
        }
        pending.append(piece);
        StringBuilder out = new StringBuilder();
        while (step(out)) {
            // Until nothing changes any more.
        }
        flowed += out.length();
        return out.toString();
    }

    /** Moves on in what is pending; false when more is needed to decide. */
    private boolean step(StringBuilder out) {
        if (thinking) {
            int end = pending.indexOf(ToolCallText.THINK_END);
            if (end < 0) {
                flow(out, pending.length() - partial(THINKING_END));
                return false;
            }
            flow(out, end + ToolCallText.THINK_END.length());
            thinking = false;
            return true;
        }
        return beginning ? begin(out) : goOn(out);
    }

    private boolean begin(StringBuilder out) {
        String bare = pending.toString().stripLeading();
        if (bare.isEmpty()) {
            return false;
        }
        if (bare.startsWith(ToolCallText.THINK)) {
            thinking = true;
            flow(out, pending.indexOf(ToolCallText.THINK) + ToolCallText.THINK.length());
            return true;
        }
        if (WHOLE.stream().anyMatch(bare::startsWith)) {
            holding = true;
            return false;
        }
        if (couldBecome(bare, WHOLE) || couldBecome(bare, THINKING)) {
            return false;
        }
        beginning = false;
        return true;
    }

    private boolean goOn(StringBuilder out) {
        int mark = -1;
        for (String each : MARKS) {
            int at = pending.indexOf(each);
            mark = at >= 0 && (mark < 0 || at < mark) ? at : mark;
        }
        int end = mark >= 0 ? mark : pending.length() - partial(MARKS);
        while (end > 0 && Character.isWhitespace(pending.charAt(end - 1))) {
            end--;
        }
        flow(out, end);
        holding = mark >= 0;
        return false;
    }

    private void flow(StringBuilder out, int end) {
        out.append(pending, 0, end);
        pending.delete(0, end);
    }

    /** The length of the longest end of what is pending that is the beginning of a mark. */
    private int partial(List<String> marks) {
        int longest = 0;
        for (String mark : marks) {
            for (int length = Math.min(mark.length() - 1, pending.length()); length > longest; length--) {
                if (pending.indexOf(mark.substring(0, length), pending.length() - length) >= 0) {
                    longest = length;
                }
            }
        }
        return longest;
    }

    private static boolean couldBecome(String text, List<String> marks) {
        return marks.stream().anyMatch(mark -> mark.startsWith(text));
    }

    /** Whether what is held back may hold a call. */
    boolean holding() {
        return holding;
    }

    /** All text so far. */
    String all() {
        return all.toString();
    }

    /** What has not gone on. */
    String rest() {
        return all.substring(flowed);
    }
}
