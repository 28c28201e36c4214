import { useLingui } from '@lingui/react'
import { type ReactNode, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { Errors } from '#domain/forms/validation.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { NOT_THERE } from '#domain/texts/screens.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { translate } from '#web/languages/translate.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useRevealFault } from './reveal-fault.ts'

/** The result of an action: a text, and optionally its cause. */
export interface ActionOutcome {
  ok: boolean
  text: TranslatableText
  detail?: TranslatableText
  undo?: UndoOffer
}

/** A press that can be taken back: the rows that it changed, each with what undoing needs to know of it. */
export interface UndoOffer {
  /** Where the list's acts run: the address of the act that is undone. */
  to: string
  key: string
  rows: readonly { id: string; undo: string }[]
}

interface WriteResponse {
  data: unknown
  error: { message: string; code?: string } | null
  status: number
}

/**
 * The outcome of a write. A 4xx is shown with its own message, any other failure as `failed`. Every unique violation
 * counts as done: a repeated form sends the id of the row that its previous attempt wrote. So this is only for writes
 * that can violate no other unique constraint.
 */
export function writeOutcome(
  { data, error, status }: WriteResponse,
  texts: { done: string; failed: string },
): ActionOutcome {
  if (error?.code === '23505') return { ok: true, text: texts.done }
  if (error && status >= 400 && status < 500) return { ok: false, text: error.message }
  if (error) return { ok: false, text: texts.failed, detail: error.message }
  const none = Array.isArray(data) && data.length === 0
  return none ? { ok: false, text: texts.failed, detail: NOT_THERE } : { ok: true, text: texts.done }
}

/** The id of a field that the summary of faults links to. */
export const faultId = (field: string): string => `field-${field}`

interface OutcomeNoticeProps {
  outcome: (ActionOutcome & { errors?: Errors }) | null | undefined
  /** Shows the first field's error instead of the text, for forms that show no errors at their fields. */
  namesFault?: boolean
  /** Lists the faults as links to fields with the ids of `faultId`. */
  linksFields?: boolean
  /** Below the text: what can be done about it. */
  children?: ReactNode
}

/** The outcome at the top of the page. A refusal sums up its errors and leads to the first one. */
export function OutcomeNotice({
  outcome: current,
  namesFault = false,
  linksFields = false,
  children,
}: OutcomeNoticeProps) {
  const { i18n } = useLingui()
  const outcome = useLastOutcome(current)
  const shown = useRevealFault<HTMLDivElement>(outcome)
  const fields = new Map(Object.entries(outcome?.errors ?? {}).map(([field, fault]) => [translate(i18n, fault), field]))
  const faults = [...fields.keys()]
  const text = (namesFault && faults[0]) || outcome?.text
  if (!outcome || !text) return null
  return (
    <div ref={shown} tabIndex={-1} className="mb-5" {...(!outcome.ok && faults.length === 0 && { autoFocus: true })}>
      <Notice tone={outcome.ok ? 'success' : 'error'}>
        <span className={outcome.ok ? '' : 'font-bold'}>{translate(i18n, text)}</span>
        {outcome.detail && <span className="block">{translate(i18n, outcome.detail)}</span>}
        {!namesFault && faults.length > 1 && (
          <ul className="mt-1 list-disc pl-5">
            {faults.map((fault) => (
              <li key={fault}>
                {linksFields ? (
                  <a href={`#${faultId(fields.get(fault) ?? '')}`} className="text-link">
                    {fault}
                  </a>
                ) : (
                  fault
                )}
              </li>
            ))}
          </ul>
        )}
        {outcome.text === errorTexts.vendorProfileNotFound && (
          <span className="block text-link">
            <Link to="/vendor-signup">Register your shop</Link> first.
          </span>
        )}
        {children}
      </Notice>
    </div>
  )
}

/** The outcome, also after live rows have loaded the page's data again, which drops that of the action. */
function useLastOutcome<Outcome>(outcome: Outcome | null | undefined): Outcome | null | undefined {
  const { key } = useLocation()
  const last = useRef<{ key?: string; outcome?: Outcome }>({})
  if (outcome) last.current = { key, outcome }
  return outcome ?? (last.current.key === key ? last.current.outcome : null)
}
