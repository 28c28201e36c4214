import { layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  // Home reaches from edge to edge.
  layout('layouts/wide.tsx', []),

  // Public pages with bar and footer.
  layout('layouts/public.tsx', [
    route('contact', 'pages/contact.tsx'),
    route('blog', 'blog/list.tsx'),
    route('blog/new', 'blog/editor.tsx', { id: 'new-post' }),
    route('blog/edit/:id', 'blog/editor.tsx', { id: 'edit-post' }),
    route('blog/:slug', 'blog/post.tsx'),

    route('dev/ui', 'pages/ui-gallery.tsx'),
  ]),

  // Pages for reading: no scripts.
  layout('layouts/quiet.tsx', [
    route('about', 'pages/about/about.tsx'),
    route('faq', 'pages/faq/faq.tsx'),
    route('privacy-policy', 'pages/legal/privacy-policy.tsx'),
    route('terms', 'pages/legal/terms.tsx'),
    route('vendor-terms', 'pages/legal/vendor-terms.tsx'),
  ]),

  // Areas: the same frame, one id each. The path decides the sidebar and who may enter.
  layout('layouts/role-area.tsx', { id: 'customer-area' }, []),
  layout('layouts/role-area.tsx', { id: 'vendor-area' }, []),
  layout('layouts/role-area.tsx', { id: 'manager-area' }, []),
  layout('layouts/role-area.tsx', { id: 'coordinator-area' }, []),
  layout('layouts/role-area.tsx', { id: 'chief-area' }, []),
  layout('layouts/role-area.tsx', { id: 'account-area' }, []),
  layout('layouts/role-area.tsx', { id: 'content-area' }, []),

  // Without a page: forms that answer with another page.
  route('theme', 'theme/choose.ts'),

  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
