import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const runRefusals = {
  invalid: {
    run_empty: 'Choose at least one order.',
    run_window_wrong: 'A run ends after it begins, within 12 hours, and not in the past.',
    door_photo_missing: 'Take a photo of the door, so that the buyer can be told where you were.',
  },
  conflict: {
    run_left: 'This run has started. Only its rider can change now, and stops can be taken out.',
    run_over: 'This run has ended.',
    rider_unknown: 'This person does not deliver from here. Invite them first, to deliver goods.',
    rider_own_order: 'One of these orders is the rider’s own. Choose another rider for it.',
    not_to_send: 'One of these orders does not go out from here any more. Please look at the list again.',
    on_a_run_already: 'One of these orders is already on a run. Please look at the list again.',
    stop_over: 'This stop is already over.',
    stops_changed: 'The run has changed since you looked. Please look at it again.',
    run_unweighed: 'Goods by weight are on this run that are not weighed yet. Weigh them first, or take the order out.',
    run_not_out: 'Start the run first.',
  },
} as const satisfies RefusalTexts
