import { loadProfile } from '#domain/accounts/profile-loading.ts'
import { lacksSecondFactor, parseRole } from '#domain/accounts/roles.ts'

/**
 * The user that a page is rendered for. A visitor is signed out, or signed in with a profile that could not be read.
 */
export interface Viewer {
  /** Null if signed out. */
  userId: string | null
  email: string | null
  /** `visitor` if signed out, or if the profile could not be read in 3 attempts. */
  role: string
  fullName: string
  /** PEPS (1 PEP = 1 naira). */
  pointsBalance: number
  /** User who has passed the password but not the second factor, and is a visitor until then; otherwise null. */
  pendingUserId: string | null
  /** Staff without the second factor that the site requires of them. */
  needsSecondFactor: boolean
}

export const VISITOR: Viewer = {
  userId: null,
  email: null,
  role: 'visitor',
  fullName: '',
  pointsBalance: 0,
  pendingUserId: null,
  needsSecondFactor: false,
}

export interface SessionClaims {
  sub: string
  email?: string | undefined
  phone?: string | undefined
  /** `aal2` once this session has passed the second factor. */
  aal?: string | undefined
}

/** The columns of a viewer's profile. */
interface ViewerProfile {
  role: string
  full_name: string | null
  points_balance: number
}

interface ViewerSource {
  /** Returns the profile; null if there is none yet. */
  load(): Promise<ViewerProfile | null>
  staffSecondFactor: boolean
}

/**
 * The viewer behind verified claims; their role is visitor if the profile cannot be read (specification, section 4).
 */
export async function readViewer(claims: SessionClaims, { load, staffSecondFactor }: ViewerSource): Promise<Viewer> {
  const profile = await loadProfile({
    load,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  return {
    userId: claims.sub,
    email: claims.email || claims.phone || null,
    role: profile?.role ?? 'visitor',
    fullName: profile?.full_name ?? '',
    pointsBalance: profile?.points_balance ?? 0,
    pendingUserId: null,
    // A user who has a factor and has not used it is no viewer at all.
    needsSecondFactor: staffSecondFactor && lacksSecondFactor(parseRole(profile?.role), claims),
  }
}
