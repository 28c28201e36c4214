import { data, Form, Link, redirect, useLocation, useNavigation } from 'react-router'
import { QUESTION_LENGTH } from '#domain/products/questions.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { PRODUCT_NOT_FOUND } from '#domain/texts/screens.ts'
import { isUuid } from '#domain/validation.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import type { Route } from './+types/ask.ts'
import { readProductName } from './page-queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const product = await readProductName(context.get(apiContext), params.id)
  if (!product) throw data(PRODUCT_NOT_FOUND, { status: 404 })
  return {
    product,
    back: backFrom(url, params.id),
    isSent: url.searchParams.has('sent'),
    signedIn: context.get(viewerContext).userId !== null,
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const question = String((await request.formData()).get('question') ?? '')
  const done = await context.get(apiContext).command('ask-question', { product_id: params.id, question })
  if (!done.ok) return { text: done.refusal.message, typed: question }
  const buy = url.searchParams.get('buy')
  return redirect(`/products/${params.id}/ask?sent=yes${buy && isUuid(buy) ? `&buy=${buy}` : ''}`)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = String((await request.clone().formData()).get('question') ?? '')
  return orOffline(serverAction, () => ({ text: errorTexts.offline, typed }))
}

export const shouldRevalidate = keepWhenOffline

/** The page to go back to: the group buy that somebody came from, or the product. */
function backFrom({ searchParams }: URL, id: string) {
  const buy = searchParams.get('buy')
  if (buy && isUuid(buy)) return { to: `/group-buys/${buy}#questions`, label: 'Back to the group buy' }
  return { to: `/products/${id}#questions`, label: 'Back to the product' }
}

/** A question about a product, in public. */
export default function Ask({ loaderData, actionData }: Route.ComponentProps) {
  const { product, back, isSent, signedIn } = loaderData
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading lead={isSent ? null : 'Everybody can read your question and the answer. We show your first name.'}>
        {isSent ? 'Your question is sent' : `Ask about ${product.name}`}
      </PageHeading>
      {isSent && (
        <Notice tone="success" className="mb-5 max-w-measure">
          {product.shop} has it, and it stands on the product’s page. We tell you when they answer.
        </Notice>
      )}
      {actionData && (
        <Notice tone="error" className="mb-5 max-w-measure">
          {actionData.text}
        </Notice>
      )}
      {!isSent && !signedIn && (
        <LinkButton to={`/auth?next=${encodeURIComponent(pathname + search)}`}>Sign in to ask</LinkButton>
      )}
      {!isSent && signedIn && (
        <Form method="post" className="grid max-w-[560px] gap-4">
          <TextArea
            label="Your question"
            name="question"
            rows={3}
            required
            minLength={QUESTION_LENGTH.least}
            maxLength={QUESTION_LENGTH.most}
            hint="About the food, its quality or its measure. No telephone numbers."
            defaultValue={actionData?.typed ?? ''}
          />
          <div>
            <Button busy={busy} busyLabel="Sending">
              Send question
            </Button>
          </div>
        </Form>
      )}
      <p className="mt-6">
        <Link to={back.to} className="inline-flex min-h-11 items-center text-link">
          {back.label}
        </Link>
      </p>
    </>
  )
}

export const meta: Route.MetaFunction = () => [
  ...titled('Ask about a product', 'A question to the vendor.'),
  { name: 'robots', content: 'noindex' },
]
