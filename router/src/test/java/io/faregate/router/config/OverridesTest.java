package io.faregate.router.config;

import static io.faregate.router.config.Loaded.the;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.router.config.ConfigField.Owner;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.route.Route;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OverridesTest {
    private static final Map<String, String> VARIABLES = Map.of("GROQ_API_KEY", "g", "AGENTS_KEY", "vk");
    private static final ConfigField PERCENT = new ConfigField(Owner.ROUTE, "r", ConfigField.PERCENT);
    private static final ConfigField CHALLENGER = new ConfigField(Owner.ROUTE, "r", ConfigField.CHALLENGER);
    private static final ConfigField PRIMARY = new ConfigField(Owner.ROUTE, "r", ConfigField.PRIMARY);
    private static final ConfigField DAILY = new ConfigField(Owner.EVERYBODY, "", ConfigField.DAILY_USD);

    @Test
    void aChangeHoldsWhileTheFileSaysTheSame() throws ConfigException {
        Overrides changed = Overrides.NONE.with(file(5, 25), PERCENT, "12.5").with(file(5, 25), DAILY, "30");

        Setup setup = Loaded.setup(VARIABLES, text(5, 25), changed);
        assertThat(canaryPercent(setup)).isEqualTo("12.5");
        assertThat(setup.routing().caps().dailyPicoUsd()).isEqualTo(PicoUsd.parse("30"));
        assertThat(PERCENT.get(setup.file())).isEqualTo("5");
        assertThat(setup.overrides()).isEqualTo(changed);
    }

    @Test
    void theFileWinsOnceItSaysSomethingElseOfThatField() throws ConfigException {
        Overrides changed = Overrides.NONE.with(file(5, 25), PERCENT, "12.5").with(file(5, 25), DAILY, "30");

        Setup setup = Loaded.setup(VARIABLES, text(7, 25), changed);
        assertThat(canaryPercent(setup)).isEqualTo("7");
        assertThat(setup.routing().caps().dailyPicoUsd()).isEqualTo(PicoUsd.parse("30"));
        assertThat(setup.overrides().of(PERCENT)).isNull();
        assertThat(the(setup.overrides().of(DAILY)).fileValue()).isEqualTo("25");
    }

    @Test
    void theSameNumberInAnotherSpellingIsNoChange() throws ConfigException {
        Overrides changed = Overrides.NONE.with(file(5, 25), DAILY, "30");
        String spelled = text(5, 25).replace("daily_usd: 25", "daily_usd: 25.00");

        assertThat(Loaded.setup(VARIABLES, spelled, changed).routing().caps().dailyPicoUsd())
                .isEqualTo(PicoUsd.parse("30"));
    }

    @Test
    void promotionPutsTheChallengerFirstAndThePrimaryInItsPlace() throws ConfigException {
        RouterConfig file = file(5, 25);
        Overrides promoted = Overrides.NONE.with(file, PRIMARY, "c").with(file, CHALLENGER, "a");

        Route route =
                the(Loaded.setup(VARIABLES, text(5, 25), promoted).routing().route("r"));
        assertThat(route.candidates()).extracting(one -> one.target().name()).containsExactly("c", "a", "b");
        assertThat(the(route.canary()).challenger())
                .extracting(one -> one.target().name())
                .containsExactly("a");
    }

    @Test
    void aChallengerThatBecameThePrimaryLeavesTheFilesRoute() throws ConfigException {
        ConfigField cap = new ConfigField(Owner.ROUTE, "r", ConfigField.DAILY_USD);
        Overrides promoted = Overrides.NONE.with(file(5, 25), PRIMARY, "c").with(file(5, 25), cap, "3");

        Route route =
                the(Loaded.setup(VARIABLES, text(5, 25), promoted).routing().route("r"));
        assertThat(route.candidates()).extracting(one -> one.target().name()).containsExactly("a", "b");
        assertThat(route.caps().dailyPicoUsd())
                .as("its budget is another matter")
                .isEqualTo(PicoUsd.parse("3"));
    }

    @Test
    void changesOfWhatIsGoneAreLeftOut() throws ConfigException {
        RouterConfig file = file(5, 25);
        ConfigField key = new ConfigField(Owner.KEY, "agents", ConfigField.PER_TASK_USD);
        Overrides changed = Overrides.NONE.with(file, PERCENT, "50").with(file, key, "1");

        Setup setup = Loaded.setup(VARIABLES, "targets: []", changed);
        assertThat(setup.overrides()).isEqualTo(Overrides.NONE);
        assertThat(the(Loaded.setup(VARIABLES, text(5, 25), changed).keys().find("vk"))
                        .caps()
                        .perTaskPicoUsd())
                .isEqualTo(PicoUsd.parse("1"));
    }

    @Test
    void refusesValuesAndFieldsThatCannotBe() throws ConfigException {
        RouterConfig file = file(5, 25);

        assertThatThrownBy(() -> Overrides.NONE.with(file, PERCENT, "101"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("found 101, expected a number from 0 to 100");
        assertThatThrownBy(() -> Overrides.NONE.with(file, CHALLENGER, "nobody"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("found \"nobody\", expected the name of a target with a model");
        assertThatThrownBy(() -> Overrides.NONE.with(file, DAILY, "-1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Overrides.NONE.with(file, new ConfigField(Owner.ROUTE, "x", ConfigField.PERCENT), "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("found routes.x.canary.percent, expected a field of the configuration");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "routes.agent.canary.percent",
                "routes.a.b.canary.challenger",
                "routes.agent.primary",
                "routes.agent.budgets.daily_usd",
                "auth.keys.me.budgets.per_task_usd",
                "budgets.per_request_usd"
            })
    void pathsAreReadAsTheyAreSpelled(String path) {
        assertThat(the(ConfigField.parse(path)).path()).isEqualTo(path);
    }

    @Test
    void otherPathsAreNone() {
        assertThat(ConfigField.parse("server.port")).isNull();
        assertThat(ConfigField.parse("routes.agent.percent")).isNull();
    }

    private static String canaryPercent(Setup setup) {
        return the(the(setup.routing().route("r")).canary()).percent().toPlainString();
    }

    private static RouterConfig file(int percent, int daily) throws ConfigException {
        return Loaded.setup(VARIABLES, text(percent, daily)).file();
    }

    private static String text(int percent, int daily) {
        return """
                targets:
                  - { name: a, virtual_key: groq, model: ma }
                  - { name: b, virtual_key: groq, model: mb }
                  - { name: c, virtual_key: groq, model: mc }
                routes:
                  r: { targets: [a, b], canary: { challenger: c, percent: %d, experiment: e } }
                budgets: { daily_usd: %d }
                auth: { keys: [ { name: agents, key_env: AGENTS_KEY } ] }
                """.formatted(percent, daily);
    }
}
