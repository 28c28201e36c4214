import { redirect } from 'react-router'
import { readRate } from '#api/settings.ts'
import type { Errors } from '#domain/forms/validation.ts'
import { standardSettings } from '#domain/settings/settings.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm, reject, rejectCommand, type SubmittedForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { signInPath } from '#web/session/guard.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/vendor-signup.ts'
import { ApplicationForm, UPDATE_APPLICATION } from './application-form.tsx'
import { Benefits } from './benefits.tsx'
import { DraftProducts } from './draft-products.tsx'
import { Path } from './path.tsx'
import { listDraftProducts, readOwnShop } from './queries.ts'
import { ShopState } from './shop-state.tsx'
import '#web/theme/desk.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId, role } = context.get(viewerContext)
  const [states, own, basisPoints] = await Promise.all([
    api.tables.from('nigerian_states').select('name').order('name'),
    userId ? readOwnShop(api, userId) : { shop: null, error: null },
    readRate(api, 'vendor_fee_bps'),
  ])
  const products = own.shop?.status === 'pending' ? await listDraftProducts(api, own.shop.id) : []
  return {
    signedIn: userId !== null,
    shop: own.shop,
    products,
    // A vendor has the desk; an applicant who is still a customer prepares products here.
    desk: role === 'vendor' ? '/vendor/products' : '/vendor-signup/products',
    saved: choiceParam(url.searchParams, 'done', ['saved', 'corrected']),
    states: (states.data ?? []).map(({ name }) => name),
    failure: (own.error ?? states.error)?.message ?? null,
    key: crypto.randomUUID(),
    feePercent: basisPoints / 100,
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  if (context.get(viewerContext).userId === null) return redirect(signInPath(request, url))
  const form = await readForm(request)
  const errors = missingFields(form)
  if (Object.keys(errors).length > 0) return reject(form, { errors })
  const registration_number = form.field('registration_number')
  const application = {
    business_name: form.field('business_name'),
    description: form.field('description'),
    location: form.field('location'),
    state: form.field('state'),
    phone: form.field('phone'),
    address: form.field('address'),
    ...(registration_number && { registration_number }),
  }
  const submission = await context.get(apiContext).command('sign-up-vendor', application, form.key)
  if (!submission.ok) return rejectCommand(form, submission)
  return redirect(form.field('corrects') === 'yes' ? '/vendor-signup?done=corrected' : '/vendor-signup')
}

/** Errors of all empty fields at once. */
function missingFields({ field }: SubmittedForm): Errors {
  const required = {
    business_name: 'Please enter the name of your business.',
    description: 'Please enter what you sell.',
    location: 'Please enter the city or market town.',
    state: 'Please choose a state.',
    phone: 'Please enter a phone number.',
    address: 'Please enter where the goods are sent from.',
    agree: 'Please agree to the Vendor Terms.',
  }
  return Object.fromEntries(Object.entries(required).filter(([name]) => field(name) === ''))
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function VendorSignup({ loaderData, actionData }: Route.ComponentProps) {
  const { signedIn, shop, states, failure, key, products, desk, saved } = loaderData
  const applies = signedIn && !failure && (shop === null || shop.status === 'rejected' || shop.status === 'pending')
  return (
    <>
      <PageHeading lead="Sell whole sacks, baskets and cartons to groups that have already agreed to buy.">
        Vendor Sign Up
      </PageHeading>
      {failure && <ErrorState message={failure} />}
      {shop && <ShopState shop={shop} />}
      {saved && (
        <Notice tone="success" className="mb-5 max-w-[760px]">
          {saved === 'corrected' ? 'Your corrections are saved.' : 'The product is saved.'}
        </Notice>
      )}
      {shop?.status === 'pending' && <DraftProducts desk={desk} products={products} />}
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-16">
        <section aria-labelledby="application" className="min-w-0 lg:order-1">
          {applies && (
            <>
              <SectionHeading id="application">{heading(shop?.status)}</SectionHeading>
              <OutcomeNotice outcome={actionData} />
              <ApplicationForm
                formKey={key}
                states={states}
                stored={shop}
                result={actionData}
                sendLabel={shop?.status === 'pending' ? UPDATE_APPLICATION : 'Send application'}
              />
            </>
          )}
          {!signedIn && <SignInFirst />}
          {shop?.status !== 'active' && <Path />}
        </section>
        <Benefits feePercent={loaderData.feePercent} />
      </div>
    </>
  )
}

function heading(status: string | undefined): string {
  if (status === 'pending') return 'Correct your application'
  return status ? 'Apply again' : 'Tell us about your shop'
}

function SignInFirst() {
  return (
    <>
      <SectionHeading id="application">Sign in first</SectionHeading>
      <p className="mb-5 max-w-measure">
        A shop belongs to a person. Sign in or open an account, and you will return here to tell us about your shop.
      </p>
      <LinkButton to="/auth?next=/vendor-signup" size="large">
        Sign In / Sign Up
      </LinkButton>
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const feePercent = loaderData?.feePercent ?? standardSettings.vendor_fee_bps / 100
  return pageMeta(
    'Vendor Sign Up',
    `Open a shop: sell to groups, receive ${100 - feePercent}% of the price after hand-over.`,
  )
}
