import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Api } from '#api/api.ts'
import { commandResult, type SubmittedForm } from '#web/forms/form.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import type { OwnStandingOrder } from './queries.ts'

const CHANGES = ['skip', 'take', 'pause', 'resume', 'end'] as const

const DONE: Record<(typeof CHANGES)[number], string> = {
  skip: /*i18n*/ 'You skip the next round.',
  take: /*i18n*/ 'You take the next round.',
  pause: /*i18n*/ 'Paused. Nothing is ordered until you resume it.',
  resume: /*i18n*/ 'Resumed, from the next round on.',
  end: /*i18n*/ 'Ended. What you have ordered already stays.',
}

/** Runs the press of one of the tools. */
export async function changeByForm(api: Api, form: SubmittedForm) {
  const change = CHANGES.find((one) => one === form.field('change')) ?? 'pause'
  const done = await api.command('change-standing-order', { standing_order_id: form.field('id'), change })
  return commandResult(form, done, DONE[change])
}

/** One press to skip, pause or resume; a question before it ends. */
export function StandingTools({ order }: { order: OwnStandingOrder }) {
  const { i18n } = useLingui()
  const { id, product_name: product, status, skips_next: skips } = order
  const ofThis = <span className="sr-only">: {product}</span>
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'active' && (
        <OnePress id={id} change={skips ? 'take' : 'skip'}>
          {skips ? i18n.t('Take the next round') : i18n.t('Skip the next round')}
          {ofThis}
        </OnePress>
      )}
      <OnePress id={id} change={status === 'active' ? 'pause' : 'resume'}>
        {status === 'active' ? i18n.t('Pause') : i18n.t('Resume')}
        {ofThis}
      </OnePress>
      <ConfirmForm
        className={buttonClass({ tone: 'quiet', size: 'small' })}
        question={i18n.t('End the standing order?')}
        detail={i18n.t('Nothing more is ordered. What you have ordered already stays.')}
        confirmLabel={i18n.t('End it')}
        cancelLabel={i18n.t('Go back')}
        fields={{ intent: 'change', id, change: 'end' }}
      >
        {i18n.t('End it')}
        {ofThis}
      </ConfirmForm>
    </div>
  )
}

function OnePress({ id, change, children }: { id: string; change: string; children: ReactNode }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="id" value={id} />
      <Button tone="plain" size="small" name="change" value={change}>
        {children}
      </Button>
    </Form>
  )
}
