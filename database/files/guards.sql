create function public.bound_evidence() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from public.claim_evidence e join storage.objects o on o.bucket_id = 'evidence' and o.name = e.path
    where e.claim_id = new.claim_id) > 67108864 then
    raise exception 'The pictures and films of one claim may have 64 MB together.' using errcode = 'PT409';
  end if;
  return null;
end $$;

-- Claims, deliveries and products name their files; a file under another name would be lost to them, or pass for another proof.
create function public.forbid_moved_files() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'Files of this market keep their names' using errcode = 'PT403';
end $$;
create trigger forbid_moved_files before update of bucket_id, name on storage.objects for each row
  when ((new.bucket_id, new.name) is distinct from (old.bucket_id, old.name)
    and (old.bucket_id in ('deliveries', 'evidence', 'hand-over-photos', 'pictures') or new.bucket_id in ('deliveries', 'evidence', 'hand-over-photos', 'pictures')))
  execute function public.forbid_moved_files();

-- Orders and group buys copy the address of a picture, so one that was named once stays, also if its product loses it.
create function public.attach_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform storage.mark_attached('pictures', split_part(substr(to_jsonb(new) ->> tg_argv[0], length('/storage/v1/object/public/pictures/') + 1), '#', 1));
  return null;
end $$;
create trigger attach_picture after insert or update of url on public.product_pictures for each row
  when (new.url like '/storage/v1/object/public/pictures/%') execute function public.attach_picture('url');
create trigger attach_picture after insert or update of url on public.buy_pictures for each row
  when (new.url like '/storage/v1/object/public/pictures/%') execute function public.attach_picture('url');
create trigger attach_picture after insert or update of image_url on public.group_buys for each row
  when (new.image_url like '/storage/v1/object/public/pictures/%') execute function public.attach_picture('image_url');
create trigger attach_picture after insert or update of image_url, drawn_url on public.products for each row
  when (new.drawn_url like '/storage/v1/object/public/pictures/%') execute function public.attach_picture('drawn_url');
create trigger attach_picture after insert or update of logo_url on public.vendors for each row
  when (new.logo_url like '/storage/v1/object/public/pictures/%') execute function public.attach_picture('logo_url');
create trigger attach_picture after insert or update of image_url on public.advertisements for each row
  when (new.image_url like '/storage/v1/object/public/pictures/%') execute function public.attach_picture('image_url');
create trigger attach_picture after insert or update of image_url on public.featured_deals for each row
  when (new.image_url like '/storage/v1/object/public/pictures/%') execute function public.attach_picture('image_url');
create trigger attach_picture after insert or update of featured_image on public.blog_posts for each row
  when (new.featured_image like '/storage/v1/object/public/pictures/%') execute function public.attach_picture('featured_image');
