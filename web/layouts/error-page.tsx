import { useLingui } from '@lingui/react'
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { PAGE_UNAVAILABLE } from '#domain/texts/screens.ts'
import { isNetworkError } from '#web/offline.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Frame } from './frame.tsx'
import { RequestNumber } from './request-number.tsx'

interface ErrorText {
  title: string
  lead: string
}

/** The page for a missing, forbidden or failed page: what happened, what is safe, what to do. */
export function ErrorPage({ error }: { error: unknown }) {
  const { i18n } = useLingui()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, lead } = isNetworkError(error) ? OFFLINE : errorTextFor(status)
  return (
    <Frame>
      <div className="flex flex-col items-start gap-8 md:flex-row md:items-center md:gap-14">
        <img src="/hero/empty-stall.svg" alt="" width={320} height={240} className="w-full max-w-80 rounded-card" />
        <div>
          <title>{`${i18n.t(title)} · ${brand.name}`}</title>
          <meta name="robots" content="noindex" />
          <PageHeading lead={i18n.t(lead)}>{i18n.t(title)}</PageHeading>
          <div className="flex flex-wrap gap-3">
            {status >= 500 && <TryAgain offline={isNetworkError(error)} />}
            <LinkButton to="/products" tone={status >= 500 ? 'plain' : 'primary'}>
              {i18n.t('Browse Deals')}
            </LinkButton>
            <LinkButton to="/group-buys" tone="plain">
              {i18n.t('Active Group Buys')}
            </LinkButton>
            <LinkButton to="/contact" tone="quiet">
              {i18n.t('Contact us')}
            </LinkButton>
          </div>
          {status >= 500 && !isNetworkError(error) && <RequestNumber />}
        </div>
      </div>
    </Frame>
  )
}

/** Offline it revalidates in place, because a full load would end on the browser's own error page. */
function TryAgain({ offline }: { offline: boolean }) {
  const { i18n } = useLingui()
  const { pathname, search } = useLocation()
  const { state, revalidate } = useRevalidator()
  if (!offline) {
    return (
      <LinkButton to={pathname + search} reloadDocument>
        {i18n.t('Try again')}
      </LinkButton>
    )
  }
  return (
    <Button type="button" busy={state === 'loading'} busyLabel={i18n.t('Trying')} onClick={() => void revalidate()}>
      {i18n.t('Try again')}
    </Button>
  )
}

const OFFLINE: ErrorText = {
  title: errorTexts.offline,
  lead: /*i18n*/ 'This page could not be loaded. Your cart and your orders are safe. Please try again when you are back online.',
}

function errorTextFor(status: number): ErrorText {
  if (status === 404) {
    return {
      title: /*i18n*/ 'This page does not exist',
      lead: /*i18n*/ 'Check the address for mistakes. If it is right, the deal has ended and was taken down. Your cart and your orders are safe.',
    }
  }
  if (status === 401 || status === 403) {
    return {
      title: /*i18n*/ 'You cannot open this page',
      lead: /*i18n*/ 'You are signed in, but this page is for another role.',
    }
  }
  if (status === 503) return PAGE_UNAVAILABLE
  if (status < 500)
    return {
      title: /*i18n*/ 'We could not read this address',
      lead: /*i18n*/ 'Something in the address is wrong. Nothing was changed. Go back and try again.',
    }
  return {
    title: /*i18n*/ 'We could not show this page',
    lead: /*i18n*/ 'The fault is ours, and we have a record of it. Your cart, orders and money are safe. Please try again in a minute.',
  }
}
