import { useLingui } from '@lingui/react'
import { data, Form, useNavigation } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { quantityRequestLabels } from '#domain/quantity-requests/quantity-request.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/ask.ts'
import { readBuyToAsk } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const asked = await readBuyToAsk(context.get(apiContext), params.id, context.get(viewerContext).userId ?? '')
  if (!asked) throw data(joinTexts.notFound, { status: 404 })
  return { ...asked, key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const group_buy_id = params.id
  if (form.field('intent') === 'withdraw') {
    const done = await api.command('withdraw-quantity-request', { group_buy_id })
    return commandResult(form, done, /*i18n*/ 'Your request is withdrawn.')
  }
  const quantity = Number(form.field('quantity') || Number.NaN)
  const done = await api.command('request-quantity', { group_buy_id, quantity, note: form.field('note') }, form.key)
  return commandResult(form, done, /*i18n*/ 'Sent. The shop answers here and by notice.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Asks the shop for more of a group buy than one person may take. */
export default function AskForMore({ loaderData: { buy, request, key }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { form, field } = useFormFields(actionData)
  const busy = useNavigation().formData?.get('intent') === 'ask'
  const most = buy.max_quantity
  const isOpen = request?.status === 'open'
  return (
    <>
      <PageHeading
        lead={
          most === null
            ? i18n.t('One person may take as many as are left. You need not ask.')
            : i18n.t('One person may take at most {units}. The shop may let you have more.', {
                units: countUnits(most, buy.unit),
              })
        }
      >
        {i18n.t('More of {product}', { product: buy.product_name })}
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      <div className="grid max-w-140 gap-6">
        {request && (
          <Notice tone={request.status === 'granted' ? 'success' : request.status === 'open' ? 'info' : 'warning'}>
            {countUnits(request.quantity, buy.unit)}: {i18n.t(quantityRequestLabels[request.status])}
            {request.reason && `. ${request.reason}`}
          </Notice>
        )}
        {most !== null && (
          <Form ref={form} method="post" noValidate className="grid gap-4">
            <input type="hidden" name="key" value={key} />
            <TextField
              label={i18n.t('How many in total ({unit})', { unit: buy.unit })}
              hint={i18n.t('Count what you have ordered already.')}
              {...field('quantity', isOpen ? request.quantity : '')}
              required
              type="number"
              min={most + 1}
              inputMode="numeric"
            />
            <TextArea
              label={i18n.t('A word to the shop')}
              {...field('note', isOpen ? request.note : '')}
              rows={2}
              maxLength={300}
              hint={i18n.t('For example what it is for.')}
            />
            <Button name="intent" value="ask" className="justify-self-start" busy={busy} busyLabel={i18n.t('Sending')}>
              {isOpen ? i18n.t('Change the request') : i18n.t('Ask the shop')}
            </Button>
          </Form>
        )}
        <div className="flex flex-wrap gap-3">
          {isOpen && (
            <Form method="post">
              <Button name="intent" value="withdraw" tone="plain">
                {i18n.t('Withdraw request')}
              </Button>
            </Form>
          )}
          <LinkButton to={`/group-buys/${buy.id}`} tone="plain">
            {i18n.t('Back to the group buy')}
          </LinkButton>
        </div>
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Ask for more'), i18n.t('Ask the shop for more than one person may take.'))
}
