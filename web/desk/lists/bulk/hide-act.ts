import type { Api } from '#api/api.ts'
import type { CommandResult } from '#api/commands.ts'
import type { SubmittedForm } from '#web/forms/form.ts'
import { type BulkAct, type BulkList, type BulkRow, commandRun, UNDO_REASON } from './bulk-act.ts'
import { runSingleAct } from './single-act.ts'

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
const keepAct = (run: BulkAct['run'], undo: BulkAct['run']) =>
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

interface TextVerdict {
  id: string
  /** Null takes a decision back. */
  hide: boolean | null
  reason: string
}

type Judge = (
  api: Api,
  verdict: TextVerdict,
  key: string,
) => Promise<CommandResult<'judge-review'> | CommandResult<'judge-question'>>

/** The acts of a list of texts about which staff decide. */
export function verdictActs(judge: Judge) {
  const run =
    (hide: boolean | null): BulkAct['run'] =>
    async (api, { id }, { key, reason }) =>
      commandRun(await judge(api, { id, hide, reason: hide === null ? UNDO_REASON : reason }, key), '')
  return { hide: hideAct(run(true), run(null)), keep: keepAct(run(false), run(null)) }
}

/** The decision about one text, by the form beside it. `url`: the address of the list. */
export function runVerdict(api: Api, form: SubmittedForm, { list, url, id }: { list: BulkList; url: URL; id: string }) {
  const hide = form.field('intent') === 'hide'
  return runSingleAct(api, form, {
    list,
    act: hide ? 'hide' : 'keep',
    to: `${url.pathname.replace(/\/$/, '')}/bulk`,
    row: { id, seen: '' },
    reason: form.field('words'),
    done: `The ${list.noun.one} ${hide ? 'is hidden' : 'stays'}.`,
  })
}
