import { data } from 'react-router'
import { checkFeaturedDeal } from '#domain/deals/featured-deal.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { Refused } from '#web/content/desk.ts'
import { answerDraft, draftOrOffline, readDraft, refuseDraft } from '#web/content/draft.ts'
import { apiContext } from '#web/context.ts'
import { OutcomeNotice } from '#web/desk/outcome.tsx'
import { keepWhenOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { basinPaths } from '#web/ui/basin-paths.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/deal.ts'
import { DealForm, readOpens } from './deal-form.tsx'
import { addDeal, changeDeal, listTargets, readDeal } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [answer, targets] = await Promise.all([params.id ? readDeal(api, params.id) : null, listTargets(api)])
  if (answer && !answer.data) throw data(null, 404)
  return { id: params.id ?? crypto.randomUUID(), deal: answer?.data ?? null, targets, pictures: basinPaths }
}

/** `new` writes under the form's id, so that sending twice makes one deal. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const values = readDraft(await request.formData())
  const checked = checkFeaturedDeal({ ...values, ...readOpens(values.opens ?? '') })
  if (!checked.ok) return refuseDraft(values, checked.errors)
  const answer = params.id
    ? await changeDeal(api, params.id, checked.value)
    : await addDeal(api, values.id ?? '', checked.value)
  const failed = params.id ? errorTexts.dealNotUpdated : errorTexts.dealNotCreated
  return answerDraft(values, { answer, isNew: !params.id, failed, list: '/content/deals' })
}

export const clientAction = (args: Route.ClientActionArgs) => draftOrOffline(args)

export const shouldRevalidate = keepWhenOffline

export default function EditDeal({ loaderData, actionData }: Route.ComponentProps) {
  const refused: Refused | undefined = actionData
  return (
    <>
      <PageHeading>{loaderData.deal ? 'Edit deal' : 'New deal'}</PageHeading>
      <OutcomeNotice outcome={refused?.outcome} />
      <DealForm {...loaderData} values={refused?.values ?? null} errors={refused?.errors ?? {}} />
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  titled(loaderData?.deal ? 'Edit deal' : 'New deal', 'A deal on the home page.')
