import { data } from 'react-router'
import { checkAdvert } from '#domain/adverts/advert-draft.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { readDraft, saveDraft } from '#web/content/draft.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { basinPaths } from '#web/ui/cards/basin-paths.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/advert.ts'
import { AdvertForm, advertValues } from './advert-form.tsx'
import { addAdvert, readAdvert, updateAdvert } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const result = params.id ? await readAdvert(context.get(apiContext), params.id) : null
  if (result && !result.data) throw data(null, 404)
  return { id: params.id ?? crypto.randomUUID(), advert: result?.data ?? null, pictures: basinPaths }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { userId } = context.get(viewerContext)
  const draft = { api: context.get(apiContext), userId, id: params.id, form: await request.formData() }
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
