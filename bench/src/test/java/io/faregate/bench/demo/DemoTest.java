package io.faregate.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.bench.rig.Home;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DemoTest {
    @Test
    @Tag("slow")
    void holdsWhatItShows() throws Exception {
        DemoCommand demo = new DemoCommand();
        new CommandLine(demo).parseArgs();
        assertThat(demo.run(Home.ofClassPath())).isZero();
    }
}
