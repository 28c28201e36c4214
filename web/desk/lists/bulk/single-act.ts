import { data } from 'react-router'
import type { Api } from '#api/api.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { type FormResult, type SubmittedForm, succeed } from '#web/forms/form.ts'
import { pathWithParams } from '#web/list-page.ts'
import type { BulkList, BulkRow } from './bulk-act.ts'

interface SingleAct {
  list: BulkList
  /** The name of the act. */
  act: string
  /** The list's page of acts, where it is undone: "/content/adverts/bulk". */
  to: string
  row: Pick<BulkRow, 'id' | 'seen'>
  reason?: string
  viewerId?: string
  /** The text of success. */
  done: TranslatableText
  /** The text of a failure, before its cause; by default only the cause. */
  failed?: TranslatableText
}

/** One row's act, the same that a list has for several rows at once, and its undo. */
export async function runSingleAct(api: Api, form: SubmittedForm, single: SingleAct) {
  const { list, act: name, to, row, reason = '', viewerId = '', done, failed } = single
  const key = form.key ?? crypto.randomUUID()
  const act = list.acts[name]
  if (!act) throw new Error(`The list has no act ${name}`)
  const run = await act.run(api, row, { key, reason, viewerId })
  if (!run.ok) {
    const said = failed ? { text: failed, detail: run.text } : { text: run.text }
    // The page is not reloaded after a fault, so that a retry sends the same key.
    return data<FormResult>({ ...said, ok: false, errors: {}, values: form.values }, run.canRepeat ? 503 : 409)
  }
  const undo =
    act.undo && run.undo !== undefined
      ? { to: pathWithParams(to, { act: name }), key, rows: [{ id: row.id, undo: run.undo }] }
      : undefined
  return succeed(done, undo)
}
