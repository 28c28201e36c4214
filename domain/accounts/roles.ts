// Specification 1 and 6; design.md 2.

export const ROLES = [
  'visitor',
  'customer',
  'vendor',
  'manager',
  'coordinator',
  'chief',
  'administrator',
  'supervisor',
] as const
export type Role = (typeof ROLES)[number]

/** The five roles with an area of their own; also the five that a chief may assign. */
export const AREA_ROLES = ['customer', 'vendor', 'manager', 'coordinator', 'chief'] as const
export type AreaRole = (typeof AREA_ROLES)[number]

/** The specification's "administrator and supervisor": featured deals, product removal, the blog admin flag. */
const CONTENT_ROLES = ['administrator', 'supervisor'] as const

export const roleLabels: Record<Role, string> = {
  visitor: /*i18n*/ 'Visitor',
  customer: /*i18n*/ 'Customer',
  vendor: /*i18n*/ 'Vendor',
  manager: /*i18n*/ 'Manager',
  coordinator: /*i18n*/ 'Coordinator',
  chief: /*i18n*/ 'Chief',
  administrator: /*i18n*/ 'Administrator',
  supervisor: /*i18n*/ 'Supervisor',
}

/** A profile's role; visitor for anything that is not a role. */
export function parseRole(value: unknown): Role {
  return ROLES.find((role) => role === value) ?? 'visitor'
}

export function isAreaRole(value: unknown): value is AreaRole {
  return AREA_ROLES.some((role) => role === value)
}

/** Roles that may see or change data of other users. */
export function isStaff(role: Role): boolean {
  return role === 'manager' || role === 'coordinator' || role === 'chief' || isContentStaff(role)
}

/**
 * Roles that may use the content desk and the blog's editor, and edit and delete featured deals, adverts, products and
 * posts.
 */
export function isContentStaff(role: Role): boolean {
  return CONTENT_ROLES.some((content) => content === role)
}

/**
 * True for staff whose session has no second factor; `aal` is the authenticator assurance level claimed by the
 * session's token.
 */
export function lacksSecondFactor(role: Role, { aal }: { readonly aal?: unknown }): boolean {
  return aal !== 'aal2' && isStaff(role)
}
