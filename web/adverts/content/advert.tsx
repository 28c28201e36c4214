import { data } from 'react-router'
import { checkAdvert } from '#domain/adverts/advert-draft.ts'
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
import type { Route } from './+types/advert.ts'
import { AdvertForm, advertValues } from './advert-form.tsx'
import { addAdvert, readAdvert, updateAdvert } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const result = params.id ? await readAdvert(context.get(apiContext), params.id) : null
  if (result && !result.data) throw data(null, 404)
  return { id: params.id ?? crypto.randomUUID(), advert: result?.data ?? null, pictures: basinPaths }
}

/** `new` inserts under the form's id, so that a repeated submission creates one advert. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const { fault } = await storePictures({ api, userId: context.get(viewerContext).userId }, form)
  const values = readDraft(form)
  if (fault) return invalidDraft(values, { image_url: fault })
  const checked = checkAdvert(values)
  if (!checked.ok) return invalidDraft(values, checked.errors)
  const list = '/content/adverts'
  if (!params.id) {
    const result = await addAdvert(api, values.id ?? '', checked.value)
    return draftResponse(values, { result, isNew: true, failed: errorTexts.advertNotCreated, list })
  }
  const id = params.id
  const saved = await saveEdits({
    typed: values,
    check: checkAdvert,
    current: async () => {
      const advert = (await readAdvert(api, id)).data
      return advert && { values: advertValues(advert), version: advert.updated_at }
    },
    write: (advert, version) => updateAdvert(api, { id, version }, advert),
  })
  return editsResponse(values, saved, { failed: errorTexts.advertNotUpdated, list })
}

export const clientAction = (args: Route.ClientActionArgs) => draftOrOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function EditAdvert({ loaderData, actionData }: Route.ComponentProps) {
  const refused: FormFailure | undefined = actionData
  return (
    <>
      <PageHeading>{loaderData.advert ? 'Edit advert' : 'New advert'}</PageHeading>
      <OutcomeNotice outcome={refused?.outcome} />
      <AdvertForm {...loaderData} values={refused?.values ?? null} errors={refused?.errors ?? {}} />
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.advert ? 'Edit advert' : 'New advert', 'A banner on a page of the market.')
