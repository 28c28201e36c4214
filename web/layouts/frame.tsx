import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { useCartSync } from '#web/cart/sync/use-cart-sync.ts'
import { useShell } from '#web/shell.ts'
import { useIsNavigating } from '#web/ui/navigation-state.ts'
import { ToastRegion } from '#web/ui/overlays/toast.tsx'
import { useActFocus } from './act-focus.ts'
import { Bar, CompactBar } from './bar/bar.tsx'
import { BottomBar } from './bar/bottom-bar.tsx'
import { CompactFooter, Footer } from './footer.tsx'
import { useNavigationFocus } from './navigation-focus.ts'

interface FrameProps {
  children: ReactNode
  /** The page is full width. */
  wide?: boolean
  /** A desk: a compact bar and a footer of one line. */
  working?: boolean
  /** A desk's search, in the bar. */
  search?: ReactNode
  /** A desk's own link in the footer. */
  footerLink?: ReactNode
  /** Links at the bottom of a phone's screen; the shopper's unless it is a desk. */
  bottomBar?: ReactNode
}

/** Navigation bar, page and footer. */
export function Frame({
  children,
  wide = false,
  working = false,
  search,
  footerLink,
  bottomBar = !working && <BottomBar />,
}: FrameProps) {
  const { i18n } = useLingui()
  const { viewer, theme } = useShell()
  useNavigationFocus()
  useActFocus()
  useCartSync(viewer.userId)
  const leaving = useIsNavigating()
  return (
    <div className="flex min-h-dvh flex-col">
      {working ? <CompactBar viewer={viewer} search={search} /> : <Bar viewer={viewer} />}
      {leaving && <p role="status" aria-label={i18n.t('Loading the page')} className="leaving" />}
      <main id="main" tabIndex={-1} className={wide ? 'flex-1' : 'mx-auto w-full max-w-page flex-1 px-4 pt-6 md:pt-10'}>
        {children}
      </main>
      {working ? <CompactFooter theme={theme} link={footerLink} /> : <Footer theme={theme} flush={wide} />}
      {bottomBar}
      <ToastRegion />
    </div>
  )
}
