package io.faregate.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void alignsTheFirstColumnLeftAndTheOthersRight() {
        String text = new TextTable()
                .row("", "calls", "cost")
                .row("a", "7", "$1")
                .row("long", "12")
                .print();
        assertThat(text).isEqualTo("        calls  cost\n  a         7    $1\n  long     12\n");
    }
}
