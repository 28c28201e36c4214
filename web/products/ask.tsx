import { useLingui } from '@lingui/react'
import { data, Form, Link, redirect, useLocation, useNavigation } from 'react-router'
import { isUuid } from '#domain/forms/validation.ts'
import { QUESTION_LENGTH } from '#domain/products/questions.ts'
import { PRODUCT_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm, rejectCommand } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/ask.ts'
import { readProductName } from './page-queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const product = await readProductName(context.get(apiContext), params.id)
  if (!product) throw data(PRODUCT_NOT_FOUND, { status: 404 })
  return {
    product,
    back: returnLink(url, params.id),
    isSent: url.searchParams.has('sent'),
    signedIn: context.get(viewerContext).userId !== null,
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const question = { product_id: params.id, question: form.field('question') }
  const done = await context.get(apiContext).command('ask-question', question)
  if (!done.ok) return rejectCommand(form, done)
  const buy = url.searchParams.get('buy')
  return redirect(`/products/${params.id}/ask?sent=yes${buy && isUuid(buy) ? `&buy=${buy}` : ''}`)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The page to return to: the group buy with the link, or the product. */
function returnLink({ searchParams }: URL, id: string) {
  const buy = searchParams.get('buy')
  if (buy && isUuid(buy)) return { to: `/group-buys/${buy}#questions`, label: /*i18n*/ 'Back to the group buy' }
  return { to: `/products/${id}#questions`, label: /*i18n*/ 'Back to the product' }
}

/** A form for a public question about a product. */
export default function Ask({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { product, back, isSent, signedIn } = loaderData
  const { pathname, search } = useLocation()
  const { form, field } = useFormFields(actionData)
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading
        lead={isSent ? null : i18n.t('Everybody can read your question and the answer. We show your first name.')}
      >
        {isSent ? i18n.t('We have sent your question') : i18n.t('Ask about {name}', { name: product.name })}
      </PageHeading>
      {isSent && (
        <Notice tone="success" className="mb-5 max-w-measure">
          {i18n.t('{shop} has it now, and you can read it on the product’s page. We tell you when they answer.', {
            shop: product.shop,
          })}
        </Notice>
      )}
      <OutcomeNotice outcome={actionData} />
      {!isSent && !signedIn && (
        <LinkButton to={`/auth?next=${encodeURIComponent(pathname + search)}`}>{i18n.t('Sign in to ask')}</LinkButton>
      )}
      {!isSent && signedIn && (
        <Form ref={form} method="post" className="grid max-w-[560px] gap-4">
          <TextArea
            label={i18n.t('Your question')}
            {...field('question')}
            rows={3}
            required
            minLength={QUESTION_LENGTH.min}
            maxLength={QUESTION_LENGTH.max}
            hint={i18n.t('Ask about the food, its quality or its measure. Please write no phone numbers.')}
          />
          <div>
            <Button busy={busy} busyLabel={i18n.t('Sending')}>
              {i18n.t('Send question')}
            </Button>
          </div>
        </Form>
      )}
      <p className="mt-6">
        <Link to={back.to} className="inline-flex min-h-11 items-center text-link">
          {i18n.t(back.label)}
        </Link>
      </p>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return [
    ...pageMeta(i18n.t('Ask about a product'), i18n.t('Send the vendor a question.')),
    { name: 'robots', content: 'noindex' },
  ]
}
