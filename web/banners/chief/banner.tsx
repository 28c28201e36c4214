import { data, Link } from 'react-router'
import { bannerPhase } from '#domain/banners/banner.ts'
import { checkBanner } from '#domain/banners/banner-draft.ts'
import { previewDraft, readDraft, saveDraft } from '#web/content/draft.ts'
import { apiContext, bannersContext, viewerContext } from '#web/context.ts'
import { keepInputOffline } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { idParam, isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/banner.ts'
import { BannerForm, bannerValues } from './banner-form.tsx'
import { BannerPreview } from './banner-preview.tsx'
import { bannerSpan } from './banner-texts.ts'
import { addBanner, listBannersAhead, readBannerRow, updateBanner } from './queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const like = idParam(url.searchParams, 'like')
  if (params.id !== undefined && !isId(params.id)) throw data(null, 404)
  const [own, model, others] = await Promise.all([
    params.id ? readBannerRow(api, params.id) : null,
    !params.id && like ? readBannerRow(api, like) : null,
    listBannersAhead(api, new Date()),
  ])
  if (own && !own.data) throw data(null, 404)
  return {
    id: params.id ?? crypto.randomUUID(),
    banner: own?.data ?? null,
    model: model?.data ?? null,
    others: others.rows,
    now: Date.now(),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { userId } = context.get(viewerContext)
  const draft = { api: context.get(apiContext), userId, id: params.id, form: await request.formData() }
  if (draft.form.get('intent') === 'preview') return previewDraft(draft)
  const saved = await saveDraft(draft, {
    check: (values) => checkBanner(values, Date.now()),
    read: readBannerRow,
    add: addBanner,
    update: updateBanner,
    valuesOf: bannerValues,
    failed: { add: 'The banner was not saved.', update: 'The banner was not changed.' },
    list: '/chief/banners',
  })
  await context.get(bannersContext).refresh()
  return saved
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args, { readValues: readDraft })

export const shouldRevalidate = revalidateUnlessOffline

export default function EditBanner({ loaderData, actionData }: Route.ComponentProps) {
  const { banner, now } = loaderData
  const isPast = banner !== null && bannerPhase(banner, now) === 'past'
  return (
    <>
      <PageHeading>{banner === null ? 'New banner' : isPast ? 'Past banner' : 'Edit banner'}</PageHeading>
      <OutcomeNotice outcome={actionData} />
      {isPast ? (
        <div className="grid gap-4">
          <Notice tone="info">It has ended and cannot be changed: {bannerSpan(banner)}.</Notice>
          <BannerPreview banner={banner} />
          <p className="flex flex-wrap gap-x-6">
            <Link to={`/chief/banners/new?like=${banner.id}`} className="text-link">
              Write one like it
            </Link>
            <Link to="/chief/banners" className="text-link">
              All banners
            </Link>
          </p>
        </div>
      ) : (
        <BannerForm {...loaderData} result={actionData} />
      )}
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.banner ? 'Edit banner' : 'New banner', 'A line at the top of every page.')
