import { t } from '@lingui/core/macro';
import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '../lib/lazy-component.ts';
import { type Location } from '../lib/routing/browser-history.ts';
import { useLocation } from '../lib/routing/location.ts';
import { reloadInNewestVersion } from '../lib/service-worker.ts';
import { CloudPicture } from '../ui/cloud-picture.tsx';
import { EmptyState } from '../ui/state.tsx';
import { ReloadButton } from './reload-button.tsx';

/** Shows an error when a page throws or its code cannot be fetched, until the user opens another one. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary location={useLocation()}>{children}</ErrorBoundary>;
}

interface Props {
  location: Location;
  children: ReactNode;
}

interface State {
  location: Location;
  failure: { error: unknown } | null;
}

class ErrorBoundary extends Component<Props, State> {
  override state: State = { location: this.props.location, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ location }: Props, state: State): State {
    return location === state.location ? state : { location, failure: null };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <PageError error={failure.error} /> : this.props.children;
  }
}

function PageError({ error }: { error: unknown }) {
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
