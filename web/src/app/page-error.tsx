import { t } from '@lingui/core/macro';
import { useRouteError } from 'react-router';
import { ChunkLoadError } from '../lib/lazy-component.ts';
import { reloadInNewestVersion } from '../lib/service-worker.ts';
import { CloudPicture } from '../ui/pictures.tsx';
import { EmptyState } from '../ui/state.tsx';
import { ReloadButton } from './reload-button.tsx';

/** Shown when a page throws or its code cannot be fetched. */
export function PageError() {
  const error = useRouteError();
  const isChunkError = error instanceof ChunkLoadError;

  return (
    <div role="alert">
      <title>{`${t`Có lỗi`} · Lớp Xanh`}</title>
      <EmptyState
        picture={<CloudPicture />}
        title={isChunkError ? error.message : t`Có lỗi xảy ra`}
        text={
          isChunkError
            ? t`Trang chưa tải được. Hãy kiểm tra mạng rồi tải lại.`
            : t`Rất tiếc, trang này vừa gặp lỗi. Hãy tải lại để tiếp tục.`
        }
      >
        <ReloadButton
          reload={() => void (isChunkError ? reloadInNewestVersion() : location.reload())}
        />
      </EmptyState>
    </div>
  );
}
