import { data } from 'react-router'
import { checkFeaturedDeal } from '#domain/deals/featured-deal.ts'
import type { FormValues } from '#domain/edits.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { FormFailure } from '#web/content/desk.ts'
import { draftOrOffline, draftResponse, editsResponse, invalidDraft, readDraft } from '#web/content/draft.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { OutcomeNotice } from '#web/desk/outcome.tsx'
import { saveEdits } from '#web/desk/save-edits.ts'
import { storePictures } from '#web/desk/store-pictures.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { basinPaths } from '#web/ui/basin-paths.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/deal.ts'
import { DealForm, dealValues, parseTarget } from './deal-form.tsx'
import { addDeal, listTargets, readDeal, updateDeal } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [result, targets] = await Promise.all([params.id ? readDeal(api, params.id) : null, listTargets(api)])
  if (result && !result.data) throw data(null, 404)
  return { id: params.id ?? crypto.randomUUID(), deal: result?.data ?? null, targets, pictures: basinPaths }
}

/** `new` inserts under the form's id, so that a repeated submission creates one deal. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const { fault } = await storePictures({ api, userId: context.get(viewerContext).userId }, form)
  const values = readDraft(form)
  if (fault) return invalidDraft(values, { image_url: fault })
  const check = (draft: FormValues) => checkFeaturedDeal({ ...draft, ...parseTarget(draft.opens ?? '') })
  const checked = check(values)
  if (!checked.ok) return invalidDraft(values, checked.errors)
  const list = '/content/deals'
  if (!params.id) {
    const result = await addDeal(api, values.id ?? '', checked.value)
    return draftResponse(values, { result, isNew: true, failed: errorTexts.dealNotCreated, list })
  }
  const id = params.id
  const saved = await saveEdits({
    typed: values,
    check,
    current: async () => {
      const deal = (await readDeal(api, id)).data
      return deal && { values: dealValues(deal), version: deal.updated_at }
    },
    shown: (field, value) => (field === 'opens' && value !== '' ? 'another target' : value),
    write: (deal, version) => updateDeal(api, { id, version }, deal),
  })
  return editsResponse(values, saved, { failed: errorTexts.dealNotUpdated, list })
}

export const clientAction = (args: Route.ClientActionArgs) => draftOrOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function EditDeal({ loaderData, actionData }: Route.ComponentProps) {
  const refused: FormFailure | undefined = actionData
  return (
    <>
      <PageHeading>{loaderData.deal ? 'Edit deal' : 'New deal'}</PageHeading>
      <OutcomeNotice outcome={refused?.outcome} />
      <DealForm {...loaderData} values={refused?.values ?? null} errors={refused?.errors ?? {}} />
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.deal ? 'Edit deal' : 'New deal', 'A deal on the home page.')
