import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { Notice } from '#web/ui/notice.tsx'
import { openSolver, type Solver } from './captcha-widget.ts'
import type { CaptchaOffer } from './offers.ts'

interface PersonCheckProps {
  /** What the site requires; if nothing, nothing is shown or loaded. */
  captcha: CaptchaOffer | null
  /** Shows the test only when the form is sent: for a small form next to another. */
  lazy?: boolean
}

/**
 * Goes inside a form whose call requires a captcha: holds the form back until the test is passed, then sends it with the
 * token in the field `captcha_token`.
 */
export function PersonCheck({ captcha, lazy = false }: PersonCheckProps) {
  return captcha && <Check captcha={captcha} lazy={lazy} />
}

type State = 'ready' | 'waiting' | 'failed'

function Check({ captcha, lazy }: { captcha: CaptchaOffer; lazy: boolean }) {
  const { i18n } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('ready')
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
    if (navigation === 'idle') guard.current?.afterAnswer()
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

interface Guarded {
  form: HTMLFormElement
  field: HTMLInputElement
  box: HTMLElement
  captcha: CaptchaOffer
  lazy: boolean
  onState: (state: State) => void
}

interface FormGuard {
  /** A token works once, so sending again needs a new one. */
  afterAnswer(): void
  stop(): void
}

function guardForm({ form, field, box, captcha, lazy, onState }: Guarded): FormGuard {
  let solver: Solver | undefined
  let isWaiting = false
  let isSpent = false
  const open = () => {
    solver ??= openSolver(captcha, box)
    return solver
  }
  const letGo = () => {
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
      // The next attempt reloads what did not load.
      letGo()
      onState('failed')
    } finally {
      isWaiting = false
    }
  }
  const onSubmit = (event: SubmitEvent) => {
    field.value ||= open().passed()
    if (field.value) {
      isSpent = true
      // The form is read while it is being sent; afterwards the token is worthless.
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
    afterAnswer() {
      if (isSpent) solver?.reset()
      isSpent = false
    },
    stop() {
      form.removeEventListener('submit', onSubmit, { capture: true })
      letGo()
    },
  }
}
