import { useLingui } from '@lingui/react'
import { Notice } from '#web/ui/notice.tsx'

interface ConfirmStatesProps {
  /** The states to confirm, from `statesToConfirm`. */
  states: readonly string[]
  /** The state of the buyer's area; null if it is unknown. */
  ownState: string | null
}

const FIELD = 'confirmed_states'

/** Says that goods wait in another state than the buyer's, and asks the buyer to confirm it before ordering. */
export function ConfirmStates({ states, ownState }: ConfirmStatesProps) {
  const { i18n } = useLingui()
  const named = states.join(', ')
  return (
    <Notice tone="warning">
      <p>
        {ownState === null
          ? i18n.t('Your goods are not in one state. You collect them in each of these: {states}.', { states: named })
          : i18n.t('You are in {own}, but these goods are collected in another state: {states}.', {
              own: ownState,
              states: named,
            })}
      </p>
      <label className="mt-1 flex min-h-11 items-center gap-3 font-semibold">
        <input type="checkbox" name={FIELD} value={states.join()} required className="size-5 shrink-0" />
        {i18n.t('I can collect in: {states}', { states: named })}
      </label>
    </Notice>
  )
}

/** Whether a form confirms all of these states. */
export function areStatesConfirmed(form: FormData, states: readonly string[]): boolean {
  const confirmed = String(form.get(FIELD) ?? '').split(',')
  return states.every((state) => confirmed.includes(state))
}
