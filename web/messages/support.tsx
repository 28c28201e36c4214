import { useLingui } from '@lingui/react'
import { Form, redirect, useNavigation } from 'react-router'
import { MAX_MESSAGE_LENGTH } from '#domain/messages/conversation.ts'
import { SUPPORT_TOPICS, type SupportTopic, topicLabels } from '#domain/messages/support.ts'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm, rejectCommand } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { idParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/support.ts'
import { messagesBase } from './area.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { order: idParam(url.searchParams, 'order'), base: messagesBase(url.pathname), key: crypto.randomUUID() }
}

/** Begins a conversation with the market, or continues one that is open about the same. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const message = {
    topic: form.field('topic') as SupportTopic,
    order_id: form.field('order') || null,
    body: form.field('body'),
  }
  const sent = await context.get(apiContext).command('write-to-support', message, form.key)
  if (!sent.ok) return rejectCommand(form, sent)
  return redirect(`${messagesBase(url.pathname)}/${sent.value.conversation_id}`)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function WriteToMarket({ loaderData: { order, base, key }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { form, field, errors } = useFormFields(actionData)
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading lead={i18n.t('A person of our staff reads it and answers here.')}>
        {i18n.t('Write to the market')}
      </PageHeading>
      <Form ref={form} method="post" noValidate className="grid max-w-[760px] gap-3">
        <input type="hidden" name="order" value={order} />
        <input type="hidden" name="key" value={key} />
        <SelectField
          label={i18n.t('What is it about?')}
          {...field('topic', order ? 'order' : 'other')}
          options={SUPPORT_TOPICS.map((topic) => ({ value: topic, label: translate(i18n, topicLabels[topic]) }))}
        />
        <TextArea
          label={i18n.t('Your message')}
          {...field('body')}
          error={errors.body ?? actionData?.text}
          rows={5}
          required
          maxLength={MAX_MESSAGE_LENGTH}
        />
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} busyLabel={i18n.t('Sending')}>
            {i18n.t('Send message')}
          </Button>
          <LinkButton to={base} tone="plain">
            {i18n.t('Back')}
          </LinkButton>
        </div>
      </Form>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Write to the market'), i18n.t('A person of our staff reads it and answers here.'))
}
