package io.faregate.router.dialect;

/**
 * Leaves members of one object out while it is read, with the right one of their two commas. Told of each member as it
 * begins and ends, and of the end of the object.
 */
final class ObjectCut {
    private final MessageEdit edit;
    private int gapStart;
    private int memberStart;
    private boolean kept;
    private int pendingFrom = -1;

    ObjectCut(MessageEdit edit, int afterBrace) {
        this.edit = edit;
        this.gapStart = afterBrace;
    }

    void member(int start) {
        memberStart = start;
        // Members left out at the front go up to where the first that stays begins.
        if (pendingFrom >= 0) {
            edit.leaveOut(pendingFrom, start);
            pendingFrom = -1;
        }
    }

    void memberEnd(int end, boolean drop) {
        if (!drop) {
            kept = true;
        } else if (kept) {
            edit.leaveOut(gapStart, end);
        } else {
            pendingFrom = memberStart;
        }
        gapStart = end;
    }

    void objectEnd(int brace) {
        if (pendingFrom >= 0) {
            edit.leaveOut(pendingFrom, brace);
            pendingFrom = -1;
        }
    }
}
