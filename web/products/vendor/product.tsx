import { data, redirect } from 'react-router'
import { readMeasures } from '#api/measures.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import { checkProduct } from '#domain/products/product-draft.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop } from '#web/desk/shop/shop-notice.tsx'
import { confirmSteepPrice } from '#web/desk/shop/steep-price-field.tsx'
import { picturePath, storePictures } from '#web/desk/shop/store-pictures.ts'
import { readPhotos } from '#web/files/pictures/picture-field.tsx'
import { formValues, keepInputOffline, openForm, reject, type SubmittedForm } from '#web/forms/form.ts'
import { OutcomeNotice, writeOutcome } from '#web/forms/outcome.tsx'
import { saveEdits } from '#web/forms/save-edits.ts'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { basinPaths } from '#web/ui/cards/basin-paths.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/product.ts'
import { changePause } from './change-products.ts'
import { OwnPrices } from './own-prices.tsx'
import { PauseForm } from './pause-form.tsx'
import { ProductForm } from './product-form.tsx'
import {
  addProduct,
  listOwnPrices,
  productValues,
  readOwnProduct,
  readProductToCopy,
  savePictureOrder,
  updateProduct,
} from './queries.ts'
import '#web/theme/desk.css'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const product = shop && params.id && isId(params.id) ? await readOwnProduct(api, shop.id, params.id) : null
  if (shop && params.id && !product) throw data(null, 404)
  const from = params.id ? '' : (url.searchParams.get('from') ?? '')
  const today = lagosDate(new Date())
  return {
    hasShop: shop !== null,
    back: listPath(url),
    id: params.id ?? crypto.randomUUID(),
    product,
    source: shop && isId(from) ? await readProductToCopy(api, shop.id, { id: from, today }) : null,
    pictures: basinPaths,
    measures: await readMeasures(api),
    prices: product ? await listOwnPrices(api, product.id) : [],
    today,
  }
}

/** `new` inserts under the form's id, so that a repeated submission creates one product. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const submitted = await request.formData()
  if (params.id && submitted.has('intent')) return changePause(api, params.id, openForm(submitted))
  const { fault } = await storePictures({ api, userId }, submitted)
  const form = openForm(submitted, readProductForm)
  if (fault) return reject(form, { errors: { photos: fault } })
  const measures = await readMeasures(api)
  const check = (draft: FormValues) => checkProduct(draft, { today: lagosDate(new Date()), measures })
  const checked = check(form.values)
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const list = listPath(url)
  const pictures = async (id: string) => savePictureOrder(api, id, picturePaths(submitted))
  if (!params.id) {
    const id = form.field('id')
    return saveResponse({ form, list, pictures: () => pictures(id) }, await addProduct(api, id, checked.value))
  }
  const id = params.id
  const shop = await readOwnShop(api, userId)
  const stored = shop && isId(id) ? await readOwnProduct(api, shop.id, id) : null
  const confirmation =
    stored &&
    confirmSteepPrice({
      from: stored.base_price,
      to: checked.value.base_price,
      unit: checked.value.unit,
      typed: form.values.steep_price,
    })
  if (confirmation) return reject(form, { errors: confirmation })
  const saved = await saveEdits({
    typed: form.values,
    check,
    current: async () => {
      const product = shop && isId(id) ? await readOwnProduct(api, shop.id, id) : null
      return product && { values: productValues(product), version: product.updated_at }
    },
    write: (draft, version) => updateProduct(api, { id, version }, draft),
  })
  if ('clash' in saved) return data(saved.clash, 409)
  return saveResponse({ form, list, pictures: () => pictures(id) }, saved.answer)
}

interface SavedProductInput {
  form: SubmittedForm
  /** Path to redirect to. */
  list: string
  /** Saves the photographs of the stored product. */
  pictures: () => PromiseLike<Parameters<typeof writeOutcome>[0]>
}

async function saveResponse({ form, list, pictures }: SavedProductInput, answer: Parameters<typeof writeOutcome>[0]) {
  const saved = writeOutcome(answer, { done: '', failed: 'The product could not be saved.' })
  const outcome = saved.ok
    ? writeOutcome(await pictures(), { done: '', failed: 'The product is saved, but its photos are not.' })
    : saved
  if (outcome.ok) return redirect(`${list}?done=saved`)
  return reject(form, outcome)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args, { readValues: readProductForm })

export const shouldRevalidate = revalidateUnlessOffline

export default function VendorProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { hasShop, product, source, prices } = loaderData
  const isPause = actionData?.values.intent !== undefined
  return (
    <>
      <PageHeading>{product ? 'Edit product' : 'New product'}</PageHeading>
      <OutcomeNotice outcome={actionData} />
      {source && (
        <Notice tone="info" className="mb-5">
          A copy of {source.name}. Nothing is for sale before you save it.
        </Notice>
      )}
      {hasShop ? <ProductForm {...loaderData} result={isPause ? undefined : actionData} /> : <NoShop />}
      {product && <OwnPrices prices={prices} />}
      {product && (
        <PauseForm
          key={product.updated_at}
          pausedUntil={product.paused_until}
          rejected={
            isPause && !actionData.ok ? { until: actionData.values.until ?? '', errors: actionData.errors } : null
          }
        />
      )}
    </>
  )
}

/** An applicant who is not yet a vendor prepares products on the application's page. */
const listPath = ({ pathname }: URL): string =>
  pathname.startsWith('/vendor-signup/') ? '/vendor-signup' : '/vendor/products'

function readProductForm(form: FormData): Record<string, string> {
  const { wanted, seen, drawn } = readPhotos(form)
  return { ...formValues(form), image_url: drawn, photos: wanted.join(' '), photos_seen: seen.join(' ') }
}

function picturePaths(form: FormData): { wanted: string[]; seen: string[] } {
  const { wanted, seen } = readPhotos(form)
  const paths = (addresses: string[]) => addresses.map(picturePath).filter((path) => path !== null)
  return { wanted: paths(wanted), seen: paths(seen) }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.product ? 'Edit product' : 'New product', 'A product of your shop.')
