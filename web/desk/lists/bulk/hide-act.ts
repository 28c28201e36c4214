import type { BulkAct, BulkRow } from './bulk-act.ts'

/** Hides texts and photographs, with one reason for all. */
export const hideAct = (run: BulkAct['run'], undo: BulkAct['run']) =>
  ({
    label: 'Hide',
    done: 'Hidden',
    tone: 'danger',
    effect: 'Buyers no longer see them. The reason is saved with each.',
    reason: 'Reason',
    obstacle: ({ state }: BulkRow) => OBSTACLES[state] ?? null,
    run,
    undo: { done: 'Shown again', run: undo },
  }) satisfies BulkAct

/** Lets reported texts stay. */
export const keepAct = (run: BulkAct['run'], undo: BulkAct['run']) =>
  ({
    label: 'Keep',
    done: 'Kept',
    effect: 'They stay as they are. The reason is saved with each.',
    reason: 'Reason',
    obstacle: ({ state }: BulkRow) => OBSTACLES[state] ?? null,
    run,
    undo: { done: 'Open again', run: undo },
  }) satisfies BulkAct

const OBSTACLES: Readonly<Record<string, string>> = {
  hidden: 'It is hidden already.',
  judged: 'It was decided already that it stays.',
}

interface JudgedText {
  hidden_at: string | null
  judged_at: string | null
}

/** The state of a text that can be hidden. */
export const judgedState = ({ hidden_at: hidden, judged_at: judged }: JudgedText): string =>
  hidden ? 'hidden' : judged ? 'judged' : 'open'
