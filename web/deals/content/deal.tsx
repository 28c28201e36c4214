import { data } from 'react-router'
import { checkFeaturedDeal } from '#domain/deals/featured-deal.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { previewDraft, readDraft, saveDraft } from '#web/content/draft.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { type FormResult, keepInputOffline } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { basinPaths } from '#web/ui/cards/basin-paths.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/deal.ts'
import { DealForm, dealValues, parseTarget } from './deal-form.tsx'
import {
  addDeal,
  type DealPreviewTarget,
  listDealsAhead,
  listTargets,
  readDeal,
  readTarget,
  updateDeal,
} from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [result, targets, others] = await Promise.all([
    params.id ? readDeal(api, params.id) : null,
    listTargets(api),
    listDealsAhead(api),
  ])
  if (result && !result.data) throw data(null, 404)
  return { id: params.id ?? crypto.randomUUID(), deal: result?.data ?? null, targets, others, pictures: basinPaths }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { userId } = context.get(viewerContext)
  const api = context.get(apiContext)
  const draft = { api, userId, id: params.id, form: await request.formData() }
  if (draft.form.get('intent') === 'preview') {
    const target = await readTarget(api, parseTarget(String(draft.form.get('opens') ?? '')))
    const previewed = await previewDraft(draft)
    return { ...previewed, target } satisfies DealResult
  }
  return saveDraft(draft, {
    check: (values) => checkFeaturedDeal({ ...values, ...parseTarget(values.opens ?? '') }),
    read: readDeal,
    add: addDeal,
    update: updateDeal,
    valuesOf: dealValues,
    shown: (field, value) => (field === 'opens' && value !== '' ? 'another target' : value),
    failed: { add: errorTexts.dealNotCreated, update: errorTexts.dealNotUpdated },
    list: '/content/deals',
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args, { readValues: readDraft })

export const shouldRevalidate = revalidateUnlessOffline

/** With what a preview without scripts opens. */
interface DealResult extends FormResult {
  target?: DealPreviewTarget
}

export default function EditDeal({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading>{loaderData.deal ? 'Edit deal' : 'New deal'}</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <DealForm {...loaderData} result={actionData} />
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.deal ? 'Edit deal' : 'New deal', 'A deal on the home page.')
