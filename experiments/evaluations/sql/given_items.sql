-- Items of an evaluation whose outputs came with the data: one for each output of this name of the drawn cases.
INSERT INTO annotations_taskitem (task_id, test_case_id, outputs, position, priority, open_slots, closed_reason)
SELECT %s, drawn.id, ARRAY[o.id], row_number() OVER (ORDER BY drawn.place, o.repetition, o.id) - 1, 0, 1, ''
FROM {drawn} drawn
-- OFFSET 0: case by case by the index, whatever the planner knows of a version that was just imported.
CROSS JOIN LATERAL (
    SELECT o.id, o.repetition, o.system_id FROM datasets_modeloutput o
    WHERE o.test_case_id = drawn.id AND NOT o.produced AND o.error = '' AND o.repetition <= %s
    OFFSET 0
) o
JOIN datasets_system s ON s.id = o.system_id AND s.name = %s
ORDER BY drawn.place, o.repetition, o.id
ON CONFLICT (task_id, test_case_id, outputs) DO NOTHING
