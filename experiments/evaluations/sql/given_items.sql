-- Items of an evaluation whose outputs came with the data: one for each output of this name of the drawn cases.
INSERT INTO annotations_taskitem (task_id, test_case_id, outputs, position, priority, open_slots, closed_reason)
SELECT %s, drawn.id, ARRAY[o.id], row_number() OVER (ORDER BY drawn.place, o.repetition, o.id) - 1, 0, 1, ''
FROM {drawn} drawn
JOIN datasets_modeloutput o ON o.test_case_id = drawn.id AND NOT o.produced AND o.error = ''
                            AND o.repetition <= %s
JOIN datasets_system s ON s.id = o.system_id AND s.name = %s
ORDER BY drawn.place, o.repetition, o.id
ON CONFLICT (task_id, test_case_id, outputs) DO NOTHING
