import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { Notice } from '#web/ui/notice.tsx'
import type { CaptchaSettings } from '../auth-service/auth-settings.ts'
import { openSolver, type Solver } from './captcha-widget.ts'

interface CaptchaFieldProps {
  /** The required test; if null, nothing is shown or loaded. */
  captcha: CaptchaSettings | null
  /** Shows the test only when the form is submitted: for a small form next to another. */
  lazy?: boolean
}

/**
 * The captcha of the surrounding form: delays its submission until the test is passed, then submits it with the token
 * in the field `captcha_token`.
 */
export function CaptchaField({ captcha, lazy = false }: CaptchaFieldProps) {
  return captcha && <Check captcha={captcha} lazy={lazy} />
}

type CheckState = 'ready' | 'waiting' | 'failed'

function Check({ captcha, lazy }: { captcha: CaptchaSettings; lazy: boolean }) {
  const { i18n } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<CheckState>('ready')
  const guard = useRef<FormGuard>(undefined)
  const { kind } = captcha
  const siteKey = kind === 'proof-of-work' ? '' : captcha.siteKey
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object with the same content changes nothing
  useEffect(() => {
    if (!field.current?.form || !box.current) return
    const { form } = field.current
    guard.current = guardForm({ form, field: field.current, box: box.current, captcha, lazy, onState: setState })
    return () => guard.current?.stop()
  }, [kind, siteKey, lazy])

  const { state: navigation } = useNavigation()
  useEffect(() => {
    if (navigation === 'idle') guard.current?.afterResponse()
  }, [navigation])

  const isOurs = kind === 'proof-of-work'
  return (
    <>
      <input type="hidden" name="captcha_token" ref={field} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div
        role="group"
        aria-label={i18n.t('Check that you are human')}
        className={isOurs || lazy ? undefined : 'min-h-16'}
        ref={box}
      />
      <p role="status" className="text-14 text-soft empty:hidden">
        {state === 'waiting' &&
          (isOurs
            ? i18n.t('Checking that you are human…')
            : i18n.t('Please complete this check. We send the form right after it.'))}
      </p>
      {state === 'failed' && (
        <Notice tone="error">
          {i18n.t('The check that you are human did not load. Please check your connection and try again.')}
        </Notice>
      )}
      <noscript>
        <p className="text-14">
          {i18n.t(
            'Scripts are turned off in your browser. Turn them on: this form needs them to check that you are human.',
          )}
        </p>
      </noscript>
    </>
  )
}

interface FormGuardOptions {
  form: HTMLFormElement
  field: HTMLInputElement
  box: HTMLElement
  captcha: CaptchaSettings
  lazy: boolean
  onState: (state: CheckState) => void
}

interface FormGuard {
  /** Requests a new token after a submission, because each is valid only once. */
  afterResponse(): void
  stop(): void
}

function guardForm({ form, field, box, captcha, lazy, onState }: FormGuardOptions): FormGuard {
  let solver: Solver | undefined
  let isWaiting = false
  let isSpent = false
  const open = () => {
    solver ??= openSolver(captcha, box)
    return solver
  }
  const removeWidget = () => {
    solver?.remove()
    solver = undefined
    box.replaceChildren()
  }
  async function solve(submitter: HTMLElement | null): Promise<void> {
    isWaiting = true
    onState('waiting')
    try {
      field.value = await open().token()
      onState('ready')
      form.requestSubmit(submitter)
    } catch (fault) {
      console.error(fault)
      // The next attempt loads the widget again.
      removeWidget()
      onState('failed')
    } finally {
      isWaiting = false
    }
  }
  const onSubmit = (event: SubmitEvent) => {
    field.value ||= open().passed()
    if (field.value) {
      isSpent = true
      // The form's data is read during the submit event; afterwards the token is spent.
      setTimeout(() => {
        field.value = ''
      })
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!isWaiting) void solve(event.submitter)
  }
  form.addEventListener('submit', onSubmit, { capture: true })
  if (!lazy) open()
  return {
    afterResponse() {
      if (isSpent) solver?.reset()
      isSpent = false
    },
    stop() {
      form.removeEventListener('submit', onSubmit, { capture: true })
      removeWidget()
    },
  }
}
