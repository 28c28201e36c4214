import {
  type FormProps,
  type LinkProps,
  type NavLinkProps,
  Form as RouterForm,
  Link as RouterLink,
  NavLink as RouterNavLink,
  type SubmitFunction,
  useLocation,
} from 'react-router'

// biome-ignore lint/performance/noBarrelFile: it replaces the whole module.
export * from 'react-router'

/**
 * Replaces `react-router` in pages rendered on the server (vite.config.ts). Its own links resolve their path against
 * all parent routes, which takes as long as the rest of a page; an absolute path resolves to itself. The HTML is the
 * same.
 */
export function Link(props: LinkProps) {
  const { to, discover = 'render', reloadDocument: _, preventScrollReset: _1, replace: _2, state: _3, ...rest } = props
  if (!isAbsolutePath(to) || !isSimple(rest)) return <RouterLink {...props} />
  const { target, onClick: _4, ...anchor } = rest
  return <a {...anchor} href={to} target={target} data-discover={discover === 'render' ? 'true' : undefined} />
}

export function NavLink(props: NavLinkProps) {
  const { pathname } = useLocation()
  const { to, end = false, caseSensitive, className = '', style, children, 'aria-current': current = 'page' } = props
  const isPlain = typeof className === 'string' && typeof style !== 'function' && typeof children !== 'function'
  if (!isPlain || !isAbsolutePath(to) || caseSensitive) return <RouterNavLink {...props} />
  const { caseSensitive: _, end: _1, className: _2, children: _3, 'aria-current': _4, style: _5, ...rest } = props
  const isActive = leadsTo(pathname.toLowerCase(), (to.split(/[?#]/)[0] ?? '').toLowerCase(), end)
  return (
    <Link
      {...rest}
      aria-current={isActive ? current : undefined}
      className={[className, isActive && 'active'].filter(Boolean).join(' ')}
      {...(typeof style === 'object' && { style })}
    >
      {children}
    </Link>
  )
}

export function Form(props: FormProps) {
  const { action, method = 'get', discover = 'render', ...more } = props
  if (!isAbsolutePath(action) || !isSimple(more)) return <RouterForm {...props} />
  const {
    reloadDocument: _,
    preventScrollReset: _1,
    replace: _2,
    state: _3,
    navigate: _4,
    fetcherKey: _5,
    ...rest
  } = more
  const isGet = method.toLowerCase() === 'get'
  return (
    <form
      method={isGet ? 'get' : 'post'}
      action={action}
      {...rest}
      data-discover={discover === 'render' ? 'true' : undefined}
    />
  )
}

/** A stub: nothing is submitted during server rendering. */
export const useSubmit = (): SubmitFunction => submitNothing
const submitNothing: SubmitFunction = async () => undefined

function leadsTo(pathname: string, target: string, end: boolean): boolean {
  return pathname === target || (!end && pathname.startsWith(target) && pathname[target.length] === '/')
}

/** An absolute path that the router neither normalises nor encodes. */
const ABSOLUTE_PATH = /^\/(?:[\w~:@-][\w.~:@-]*(?:\/[\w~:@-][\w.~:@-]*)*)?(?:\?[^?#]+)?(?:#[^#]+)?$/

function isAbsolutePath(to: LinkProps['to'] | undefined): to is string {
  return typeof to === 'string' && ABSOLUTE_PATH.test(to)
}

/** Whether the props need none of the router's special handling. */
function isSimple(rest: object): boolean {
  return !['prefetch', 'relative', 'mask', 'viewTransition', 'defaultShouldRevalidate'].some((name) => name in rest)
}
