-- Pictures are this site's own: a foreign address would tell its host who looks at what, and could show something else tomorrow. Browsers read
-- a backslash as a slash, so "/\host" leads away as "//host" does. domain/validation.ts says the same.
create function public.is_own_path(address text) returns boolean language sql immutable parallel safe set search_path = '' as
$$ select address ~ '^/([^/\\\s][^\\\s]*)?$' and char_length(address) <= 2000 $$;
grant execute on function public.is_own_path(text) to anon, authenticated, service_role;

alter table public.products drop constraint products_image_url_check, add constraint picture_is_on_this_site check (public.is_own_path(image_url) and image_url <> '/');
alter table public.vendors drop constraint vendors_logo_url_check, add constraint logo_is_on_this_site check (public.is_own_path(logo_url) and logo_url <> '/');
alter table public.featured_deals drop constraint featured_deals_image_url_check, add constraint picture_is_on_this_site check (public.is_own_path(image_url) and image_url <> '/');
alter table public.advertisements drop constraint advertisements_image_url_check, add constraint picture_is_on_this_site check (public.is_own_path(image_url) and image_url <> '/'),
  -- An advert may lead elsewhere, and says where (web/adverts/advert-banner.tsx).
  drop constraint advertisements_link_url_check,
  add constraint link_is_readable check (public.is_own_path(link_url) or link_url ~ '^https://[^\s/\\@]+([/?#]\S*)?$' and char_length(link_url) <= 2000);
alter table public.blog_posts drop constraint blog_posts_featured_image_check,
  add constraint picture_is_on_this_site check (public.is_own_path(featured_image) and featured_image <> '/');
-- Copies of the product's.
alter table public.group_buys add constraint picture_is_on_this_site check (public.is_own_path(image_url) and image_url <> '/');
alter table public.order_lines add constraint picture_is_on_this_site check (public.is_own_path(image_url) and image_url <> '/');
