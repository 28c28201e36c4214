import { data } from 'react-router'
import { checkAdvert } from '#domain/adverts/advert-draft.ts'
import { ADVERT_PAGES, ADVERT_POSITIONS } from '#domain/adverts/placement.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { previewDraft, readDraft, saveDraft } from '#web/content/draft.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { basinPaths } from '#web/ui/cards/basin-paths.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/advert.ts'
import { AdvertForm, advertValues } from './advert-form.tsx'
import { addAdvert, listAdvertsAhead, readAdvert, updateAdvert } from './queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [result, others] = await Promise.all([
    params.id ? readAdvert(api, params.id) : null,
    listAdvertsAhead(api, new Date()),
  ])
  if (result && !result.data) throw data(null, 404)
  return {
    id: params.id ?? crypto.randomUUID(),
    advert: result?.data ?? null,
    others,
    // The link that fills a gap names its place.
    place: {
      page: choiceParam(url.searchParams, 'page', ADVERT_PAGES) || 'products',
      position: choiceParam(url.searchParams, 'position', ADVERT_POSITIONS) || 'top',
    },
    pictures: basinPaths,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { userId } = context.get(viewerContext)
  const draft = { api: context.get(apiContext), userId, id: params.id, form: await request.formData() }
  if (draft.form.get('intent') === 'preview') return previewDraft(draft)
  return saveDraft(draft, {
    check: checkAdvert,
    read: readAdvert,
    add: addAdvert,
    update: updateAdvert,
    valuesOf: advertValues,
    failed: { add: errorTexts.advertNotCreated, update: errorTexts.advertNotUpdated },
    list: '/content/adverts',
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args, { readValues: readDraft })

export const shouldRevalidate = revalidateUnlessOffline

export default function EditAdvert({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading>{loaderData.advert ? 'Edit advert' : 'New advert'}</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <AdvertForm {...loaderData} result={actionData} />
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.advert ? 'Edit advert' : 'New advert', 'A banner on a page of the market.')
