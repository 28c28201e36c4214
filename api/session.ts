import type { Api } from './api.ts'

/** Who looks at a page. A visitor is signed out, or signed in with a profile that could not be read. */
export interface Viewer {
  /** Null when signed out. */
  userId: string | null
  email: string | null
  /** `visitor` when signed out and when the profile could not be read after 3 attempts. */
  role: string
  fullName: string
  /** PEPS (1 PEP = 1 naira). */
  pointsBalance: number
  /** E-mail or phone is confirmed: needed to join and buy. */
  confirmed: boolean
}

export const VISITOR: Viewer = {
  userId: null,
  email: null,
  role: 'visitor',
  fullName: '',
  pointsBalance: 0,
  confirmed: false,
}

export interface SessionClaims {
  sub: string
  email?: string | undefined
  phone?: string | undefined
}

export interface ProfileReading {
  attempts: number
  /** Milliseconds before attempt n + 1, for n = 0, 1, … */
  backoffMs: (n: number) => number
  wait: (ms: number) => Promise<void>
}

/** The viewer behind a verified token. The profile is read with several attempts; when all fail the role is visitor (specification, section 4). */
export async function readViewer(api: Api, claims: SessionClaims | null, reading: ProfileReading): Promise<Viewer> {
  if (!claims) return VISITOR
  const known = { ...VISITOR, userId: claims.sub, email: claims.email || claims.phone || null, confirmed: true }
  for (let attempt = 0; attempt < reading.attempts; attempt++) {
    if (attempt > 0) await reading.wait(reading.backoffMs(attempt - 1))
    const { data, error } = await api.tables
      .from('profiles')
      .select('id, role, full_name, points_balance')
      .eq('id', claims.sub)
      .maybeSingle()
    if (!error && data) {
      return { ...known, role: data.role, fullName: data.full_name, pointsBalance: data.points_balance }
    }
  }
  return known
}
