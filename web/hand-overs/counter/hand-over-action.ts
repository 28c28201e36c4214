import type { Api } from '#api/api.ts'
import type { CommandResult } from '#api/commands.ts'
import type { ConflictSettlement } from '#domain/hand-overs/conflict-texts.ts'
import { handOverRefusals } from '#domain/hand-overs/refusals.ts'
import { storeHandOverPhoto } from '#web/files/uploads/hand-over-photo.ts'
import { commandResult, type FormResult, reject, rejectCommand, type SubmittedForm, succeed } from '#web/forms/form.ts'
import { clockTime, plural } from '#web/ui/format.ts'
import { readLines, readVisit } from './read-goods.ts'

export interface CounterResult extends FormResult {
  /** Another code may be typed. */
  isWrongCode?: boolean
}

/** Dispatches a form at the counter by its intent. */
export async function handleCounterForm(api: Api, form: SubmittedForm, userId: string | null) {
  const { field, key } = form
  const id = field('hand_over_id')
  const lines = readLines(form.data)
  switch (field('intent')) {
    case 'override': {
      const { photo, fault } = await storeHandOverPhoto(api, form.data, userId)
      if (fault) return reject(form, { text: fault })
      const identity = field('identity') as 'id-card'
      const override = { hand_over_id: id, identity, reason: field('reason'), photo, lines }
      return counterResult(form, await api.command('override-hand-over', override, key))
    }
    case 'settle': {
      const settlement = field('settlement') as ConflictSettlement
      const settled = await api.command('settle-offline-hand-over', { id, settlement, note: field('note') }, key)
      return commandResult(form, settled, 'Settled. The buyer sees it with the order.')
    }
    case 'hand-over-visit': {
      const [first, ...others] = readVisit(form.data)
      if (!first) return reject(form, { text: handOverRefusals.invalid.nothing_selected })
      return counterResult(form, await api.command('hand-over', { ...first, code: field('code'), others }, key))
    }
    default:
      return counterResult(form, await api.command('hand-over', { hand_over_id: id, code: field('code'), lines }, key))
  }
}

function counterResult(form: SubmittedForm, done: CommandResult<'hand-over' | 'override-hand-over'>) {
  if (!done.ok) return rejectCommand(form, done)
  const result = done.value
  switch (result.outcome) {
    case 'wrong': {
      const text = `This is not the code. ${plural(result.tries_left, 'try', 'tries')} left.`
      return reject(form, { text, isWrongCode: true })
    }
    case 'locked':
      return reject(form, { text: `Too many wrong codes. Try again after ${clockTime(result.until)}.` })
    default: {
      const isAll = result.is_all && (result.others ?? []).every((other) => other.is_all)
      const rest = isAll ? '' : ' The buyer has a new code for the rest.'
      return succeed(`${doneText(form, result.others?.length ?? 0)} handed over.${rest}`)
    }
  }
}

function doneText(form: SubmittedForm, others: number): string {
  if (others > 0) return `${others + 1} orders are`
  return form.field('intent') === 'hand-over-visit' ? 'The goods are' : `Order ${form.field('order_no')} is`
}
