package io.faregate.analytics.incident;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which incidents begin and which end between two looks. Immutable. */
public record Changes(List<Incident> opened, List<Incident> closed) {
    /** From the incidents that are open and the alarms that stand at a time. */
    public static Changes at(long nowMicros, Map<Alarm.Key, Incident> open, List<Alarm> standing) {
        List<Incident> opened = new ArrayList<>();
        Set<Alarm.Key> lasting = new HashSet<>();
        for (Alarm alarm : standing) {
            lasting.add(alarm.key());
            if (!open.containsKey(alarm.key())) {
                opened.add(new Incident(alarm, nowMicros, null));
            }
        }
        List<Incident> closed = open.entrySet().stream()
                .filter(entry -> !lasting.contains(entry.getKey()))
                .map(entry -> entry.getValue().closed(nowMicros))
                .toList();
        return new Changes(opened, closed);
    }

    /** Whether nothing begins or ends. */
    public boolean none() {
        return opened.isEmpty() && closed.isEmpty();
    }
}
