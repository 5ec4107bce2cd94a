package io.faregate.router.testing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Budgets as anybody would write them at first: accounts under one lock. The oracle of the real ledger, and its rival.
 */
public final class LockedLedger {
    /** No cap. */
    public static final long NONE = -1;

    /** One budget. */
    public static final class Account {
        private long cap;
        private long settled;
        private long reserved;

        /** An account without spend. */
        public Account(long cap) {
            this.cap = cap;
        }
    }

    /** What was held, and where: only where there was a cap. */
    public record Hold(List<Account> accounts, List<Account> held, long amount) {}

    private final Map<String, Account> accounts = new HashMap<>();

    /** The account of that name, with that cap if it is new. */
    public synchronized Account account(String name, long cap) {
        return accounts.computeIfAbsent(name, n -> new Account(cap));
    }

    /** Whether an amount fits an account; nothing always does. */
    public synchronized boolean fits(Account account, long amount) {
        return amount == 0 || account.cap < 0 || account.cap - account.settled - account.reserved >= amount;
    }

    /** Whether an amount fits all accounts. */
    public synchronized boolean fits(List<Account> all, long amount) {
        return all.stream().allMatch(account -> fits(account, amount));
    }

    /** Holds an amount in all accounts, without looking whether it fits. */
    public synchronized Hold hold(List<Account> all, long amount) {
        List<Account> held = all.stream().filter(account -> account.cap >= 0).toList();
        held.forEach(account -> account.reserved += amount);
        return new Hold(all, held, amount);
    }

    /** Ends a hold and books a charge. */
    public synchronized void settle(Hold hold, long charged) {
        hold.held().forEach(account -> account.reserved -= hold.amount());
        hold.accounts().forEach(account -> account.settled += charged);
    }

    /** Books a charge. */
    public synchronized void book(Account account, long charged) {
        account.settled += charged;
    }

    /** Changes a cap. */
    public synchronized void setCap(Account account, long cap) {
        account.cap = cap;
    }

    /** What has been booked. */
    public synchronized long settled(Account account) {
        return account.settled;
    }

    /** What is held. */
    public synchronized long reserved(Account account) {
        return account.reserved;
    }
}
