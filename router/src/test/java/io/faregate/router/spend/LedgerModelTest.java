package io.faregate.router.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.testing.LockedLedger;
import io.faregate.router.testing.LockedLedger.Account;
import io.faregate.router.testing.LockedLedger.Hold;
import io.faregate.router.testing.QueuedLoop;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of the ledger against accounts under a lock: each answer must be what the accounts say at the moment
 * it is given, and at rest the books must be equal. Loops run task by task in random order.
 */
final class LedgerModelTest {
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final long DAY_MILLIS = 86_400_000;
    private static final int LOOPS = 3;
    private static final String[] KEYS = {"", "k1", "k2"};
    private static final String[] ROUTES = {"r1", "r2"};

    private record Open(int loop, Reservation reservation, Hold days, Hold tasks, SpendFact fact) {}

    private record Task(Account account, long calledMillis) {}

    private Random random = new Random();
    private QueuedLoop[] queues = {};
    private SpendLedger ledger = new SpendLedger(ZONE, LOOPS);
    private LoopLedger[] loops = {};
    private LockedLedger oracle = new LockedLedger();
    private final Map<BudgetId, Account> days = new HashMap<>();
    private final Map<String, Task> tasks = new HashMap<>();
    private final List<Open> open = new ArrayList<>();
    private final ArrayDeque<SpendFact> rows = new ArrayDeque<>();
    private Caps global = Caps.UNCAPPED;
    private final Map<String, Caps> keyCaps = new HashMap<>();
    private final Map<String, Caps> routeCaps = new HashMap<>();
    private long now = 1_774_700_000_000L;
    private int admitted;
    private int refused;
    private int waited;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void answersAsAccountsUnderALockWould(long seed) {
        run(seed, 10_000);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(longs = 6)
    void answersAsAccountsUnderALockWouldForLong(long seed) {
        run(seed, 1_000_000);
    }

    private void run(long seed, int steps) {
        random = new Random(seed);
        changeCaps();
        boot();
        for (int step = 0; step < steps; step++) {
            step();
        }
        settleAll();
        assertBooksAreEqual();
        assertThat(admitted).isGreaterThan(steps / 20);
        assertThat(refused).isGreaterThan(steps / 100);
        assertThat(waited).isGreaterThan(steps / 1_000);
        assertThat(ledger.lateSettlements()).isZero();
    }

    private void step() {
        now += random.nextInt(2_000);
        int choice = random.nextInt(1_000);
        if (choice < 400) {
            request();
        } else if (choice < 650 && !open.isEmpty()) {
            settle(open.remove(random.nextInt(open.size())));
        } else if (choice < 985) {
            queues[random.nextInt(LOOPS)].runOne();
        } else if (choice < 990) {
            changeCaps();
        } else if (choice < 992) {
            now += random.nextLong(DAY_MILLIS / 3);
        } else if (choice < 998) {
            QueuedLoop.runAll(queues);
            assertBooksAreEqual();
        } else if (random.nextInt(20) == 0) {
            restart();
        }
    }

    private void request() {
        int loop = random.nextInt(LOOPS);
        String key = KEYS[random.nextInt(KEYS.length)];
        String route = ROUTES[random.nextInt(ROUTES.length)];
        String task = "t" + random.nextInt(30);
        BudgetSet budgets = loops[loop].budgets(key.isEmpty() ? null : key, route, task, now);
        SpendFact fact = new SpendFact(now, key.isEmpty() ? null : key, route, task, 0, null);
        List<Account> ofDay = new ArrayList<>();
        long epochDay = budgets.epochDay();
        ofDay.add(day(new BudgetId(Scope.GLOBAL, "", epochDay)));
        ofDay.add(day(new BudgetId(Scope.ROUTE, route, epochDay)));
        if (!key.isEmpty()) {
            ofDay.add(day(new BudgetId(Scope.KEY, key, epochDay)));
        }
        List<Account> ofTask = new ArrayList<>();
        Caps keyCap = keyCaps.getOrDefault(key, Caps.UNCAPPED);
        long taskCap = CapTable.tighter(global.perTaskPicoUsd(), keyCap.perTaskPicoUsd());
        long routeTaskCap = routeCaps.getOrDefault(route, Caps.UNCAPPED).perTaskPicoUsd();
        if (taskCap >= 0) {
            ofTask.add(task(key + "//" + task, taskCap));
        }
        if (routeTaskCap >= 0) {
            ofTask.add(task(key + "/" + route + "/" + task, routeTaskCap));
        }
        long amount = random.nextInt(10) == 0 ? 0 : random.nextInt(1, 60);
        boolean[] answered = new boolean[1];
        SpendLedger asked = ledger;
        loops[loop].reserve(budgets, amount, admission -> {
            assertThat(ledger).isSameAs(asked);
            assertThat(answered[0]).isFalse();
            answered[0] = true;
            answer(loop, admission, amount, ofDay, ofTask, fact);
        });
        waited += answered[0] ? 0 : 1;
    }

    private void answer(
            int loop, Admission admission, long amount, List<Account> ofDay, List<Account> ofTask, SpendFact fact) {
        boolean fitsDay = oracle.fits(ofDay, amount);
        boolean fitsTask = oracle.fits(ofTask, amount);
        if (admission instanceof Reservation reservation) {
            assertThat(fitsDay && fitsTask).isTrue();
            admitted++;
            List<Account> bounding = amount == 0 ? List.of() : ofDay;
            Hold held = oracle.hold(bounding, amount);
            open.add(new Open(
                    loop, reservation, new Hold(ofDay, held.held(), amount), oracle.hold(ofTask, amount), fact));
        } else {
            refused++;
            assertThat(admission == Admission.Refused.DAILY ? fitsDay : fitsTask)
                    .isFalse();
        }
    }

    private void settle(Open call) {
        long amount = call.reservation().picoUsd();
        long charged = switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1, 2, 3 -> amount;
            case 4 -> amount + random.nextInt(20);
            default -> random.nextLong(amount + 1);
        };
        assertThat(call.reservation().settle(charged)).isTrue();
        oracle.settle(call.days(), charged);
        oracle.settle(call.tasks(), charged);
        SpendFact fact = call.fact();
        rows.add(new SpendFact(fact.arrivalMillis(), fact.key(), fact.route(), fact.taskId(), charged, null));
    }

    private Account day(BudgetId id) {
        return days.computeIfAbsent(id, i -> new Account(capOf(i)));
    }

    private long capOf(BudgetId id) {
        return new CapTable(global, keyCaps, routeCaps).dailyPicoUsd(id);
    }

    /** A task is new a day after its last call; its cap is that of the request. */
    private Account task(String name, long cap) {
        Task known = tasks.get(name);
        Account account = known == null || now - known.calledMillis() > DAY_MILLIS ? new Account(cap) : known.account();
        tasks.put(name, new Task(account, now));
        oracle.setCap(account, cap);
        return account;
    }

    private void changeCaps() {
        // Task caps are captured by a request when it arrives; nobody may be waiting with an older one.
        QueuedLoop.runAll(queues);
        global = caps(2_000, 400);
        keyCaps.clear();
        routeCaps.clear();
        keyCaps.put("k1", caps(1_000, 300));
        keyCaps.put("k2", caps(300, 200));
        routeCaps.put("r1", caps(1_500, 300));
        if (random.nextBoolean()) {
            routeCaps.put("r2", caps(500, 200));
        }
        ledger.configure(global, keyCaps, routeCaps);
        days.forEach((id, account) -> oracle.setCap(account, capOf(id)));
    }

    private Caps caps(int day, int task) {
        return new Caps(
                Caps.NONE,
                random.nextInt(4) == 0 ? Caps.NONE : random.nextInt(day) * 40L,
                random.nextInt(3) == 0 ? Caps.NONE : random.nextInt(task));
    }

    private void boot() {
        queues = new QueuedLoop[LOOPS];
        loops = new LoopLedger[LOOPS];
        for (int i = 0; i < LOOPS; i++) {
            queues[i] = new QueuedLoop();
            loops[i] = ledger.loop(i, queues[i], now);
        }
    }

    /** As after kill -9: what was open or waiting is gone, what has a row is not. */
    private void restart() {
        ledger = new SpendLedger(ZONE, LOOPS);
        oracle = new LockedLedger();
        open.clear();
        days.clear();
        tasks.clear();
        ledger.configure(global, keyCaps, routeCaps);
        rows.removeIf(row -> now - row.arrivalMillis() > 2 * DAY_MILLIS);
        Day today = ledger.day(now);
        for (SpendFact row : rows) {
            ledger.restore(row, now);
            remember(row, today);
        }
        boot();
    }

    private void remember(SpendFact row, Day today) {
        String key = row.key() == null ? "" : row.key();
        if (today.contains(row.arrivalMillis())) {
            oracle.book(day(new BudgetId(Scope.GLOBAL, "", today.epochDay())), row.chargedPicoUsd());
            oracle.book(day(new BudgetId(Scope.ROUTE, row.route(), today.epochDay())), row.chargedPicoUsd());
            if (!key.isEmpty()) {
                oracle.book(day(new BudgetId(Scope.KEY, key, today.epochDay())), row.chargedPicoUsd());
            }
        }
        if (now - row.arrivalMillis() > DAY_MILLIS) {
            return;
        }
        if (global.perTaskPicoUsd() >= 0
                || keyCaps.getOrDefault(key, Caps.UNCAPPED).perTaskPicoUsd() >= 0) {
            remember(key + "//" + row.taskId(), row);
        }
        if (routeCaps.getOrDefault(row.route(), Caps.UNCAPPED).perTaskPicoUsd() >= 0) {
            remember(key + "/" + row.route() + "/" + row.taskId(), row);
        }
    }

    private void remember(String task, SpendFact row) {
        Task known = tasks.getOrDefault(task, new Task(new Account(0), row.arrivalMillis()));
        oracle.book(known.account(), row.chargedPicoUsd());
        tasks.put(task, new Task(known.account(), Math.max(known.calledMillis(), row.arrivalMillis())));
    }

    private void settleAll() {
        QueuedLoop.runAll(queues);
        while (!open.isEmpty()) {
            settle(open.remove(open.size() - 1));
            QueuedLoop.runAll(queues);
        }
    }

    private void assertBooksAreEqual() {
        for (BudgetView view : ledger.view()) {
            Account account = day(view.id());
            assertThat(view.atOneMoment()).isTrue();
            assertThat(view.settledPicoUsd()).as("%s", view).isEqualTo(oracle.settled(account));
            assertThat(view.reservedPicoUsd()).as("%s", view).isEqualTo(oracle.reserved(account));
            long idle = view.slicesPicoUsd().stream().mapToLong(Long::longValue).sum();
            assertThat(view.settledPicoUsd() + view.reservedPicoUsd() + idle + view.centrePicoUsd())
                    .as("%s", view)
                    .isEqualTo(Math.max(0, view.capPicoUsd()));
        }
        assertThat(Arrays.stream(queues)).hasSize(LOOPS);
    }
}
