import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { VISITOR } from '#api/session.ts'
import type { Shell } from '../shell.ts'
import { useLeaving } from '../ui/reading.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { useArrival } from './arrival.ts'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'

/** What root gives every page: viewer and colours. A visitor with the system's colours if root itself failed. */
export function useShell(): Shell {
  return (
    useRouteLoaderData<Shell>('root') ?? { viewer: VISITOR, theme: 'system', now: '', publishableKey: '', origin: '' }
  )
}

/** Bar, the page, footer. */
export function Frame({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  const { viewer, theme } = useShell()
  useArrival()
  const leaving = useLeaving()
  return (
    <div className="flex min-h-dvh flex-col">
      <Bar viewer={viewer} />
      {leaving && <p role="status" aria-label="Loading the page" className="leaving" />}
      <main id="main" tabIndex={-1} className={wide ? 'flex-1' : 'mx-auto w-full max-w-page flex-1 px-4 pt-6 md:pt-10'}>
        {children}
      </main>
      <Footer theme={theme} />
      <ToastRegion />
    </div>
  )
}
