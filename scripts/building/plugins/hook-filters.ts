import type { Plugin } from 'vite'

type Hook = 'resolveId' | 'load' | 'transform'

/**
 * Plugins that act on few modules but declare no filter, with the ids of those modules (for `resolveId`, what an import
 * names). Without a filter the bundler, which is native, passes every module to JavaScript for each of them
 * (docs/decisions/0136-cheaper-starts-and-idle-memory.md).
 */
const HOOK_FILTERS: Readonly<Record<string, Partial<Record<Hook, RegExp>>>> = {
  'react-router': { transform: /\.module\./ },
  'react-router:route-chunks-index': { transform: /\/web\/.*\.tsx?\b/ },
  'react-router:build-client-route': { transform: /\?__react-router-build-client-route/ },
  'react-router:split-route-modules': { transform: /\?route-chunk=/ },
  'react-router:virtual-modules': { resolveId: /virtual:react-router\//, load: /virtual:react-router\// },
  // An import names the file with its extension, so a server-only module is known before it is resolved.
  'react-router:dot-server': { resolveId: /\.server\b/ },
  'react-router:dot-client': { transform: /\.client\b/ },
  'react-router:route-exports': { transform: /\/web\/.*\.tsx?\b/ },
  'vite-plugin-lingui': { transform: /\.po$|\?lingui$/ },
  'vite-plugin-lingui-report-macro-error': { resolveId: /^@lingui\// },
}

/** Plugins that do nothing in a build. */
const SERVE_ONLY: readonly string[] = [
  'react-router:inject-hmr-runtime',
  'react-router:hmr-runtime',
  'react-router:react-refresh-babel',
]

/** Adds the filters. Throws if a plugin or hook is missing, which a new version may have renamed. */
export function withHookFilters(plugins: Plugin[]): Plugin[] {
  const names = [...Object.keys(HOOK_FILTERS), ...SERVE_ONLY]
  const missing = names.filter((name) => !plugins.some((plugin) => plugin.name === name))
  if (missing.length > 0)
    throw new Error(`scripts/building/plugins/hook-filters.ts: no plugin is named ${missing.join(', ')}`)
  return plugins.map((plugin) => {
    if (SERVE_ONLY.includes(plugin.name)) return { ...plugin, apply: 'serve' }
    const filters = Object.entries(HOOK_FILTERS[plugin.name] ?? {}) as [Hook, RegExp][]
    return Object.assign({}, plugin, ...filters.map(([hook, id]) => ({ [hook]: filteredHook(plugin, hook, id) })))
  })
}

function filteredHook(plugin: Plugin, hook: Hook, id: RegExp) {
  const declared = plugin[hook]
  if (declared === undefined) throw new Error(`scripts/building/plugins/hook-filters.ts: ${plugin.name} has no ${hook}`)
  return typeof declared === 'function' ? { filter: { id }, handler: declared } : { ...declared, filter: { id } }
}
