import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { CHECK_FIELDS, NOT_THERE } from '#domain/texts/screens.ts'
import type { Errors } from '#domain/validation.ts'
import { told } from '#web/languages/told.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The result of an action: the text, and the cause if it helps. */
export interface Outcome {
  ok: boolean
  text: string
  detail?: string
}

interface Answer {
  data: unknown
  error: { message: string; code?: string } | null
  status: number
}

/**
 * A write's outcome in words. A rule's message is shown as it is; `failed` is used if the call itself failed. A row that was
 * already written under the same id counts as done.
 */
export function writeOutcome({ data, error, status }: Answer, texts: { done: string; failed: string }): Outcome {
  if (error?.code === '23505') return { ok: true, text: texts.done }
  if (error && status >= 400 && status < 500) return { ok: false, text: error.message }
  if (error) return { ok: false, text: texts.failed, detail: error.message }
  const none = Array.isArray(data) && data.length === 0
  return none ? { ok: false, text: texts.failed, detail: NOT_THERE } : { ok: true, text: texts.done }
}

/** At the top of the page. */
export function OutcomeNotice({ outcome }: { outcome: Outcome | null | undefined }) {
  const { i18n } = useLingui()
  if (!outcome) return null
  return (
    <Notice tone={outcome.ok ? 'success' : 'error'} className="mb-5">
      <span className={outcome.ok ? '' : 'font-bold'}>{told(i18n, outcome.text)}</span>
      {outcome.detail && <span className="block">{told(i18n, outcome.detail)}</span>}
      {outcome.text === errorTexts.vendorProfileNotFound && (
        <span className="block text-link">
          <Link to="/vendor-signup">Register your shop</Link> first.
        </span>
      )}
    </Notice>
  )
}

/** Next to the button of a long form, because the marked fields may be out of sight. */
export function CheckMarked({ errors }: { errors: Errors }) {
  const { i18n } = useLingui()
  if (Object.keys(errors).length === 0) return null
  return (
    <p role="alert" className="field-error">
      {i18n.t(CHECK_FIELDS)}
    </p>
  )
}
