import { useCallback, useState } from 'react';

export type Cameras = ReturnType<typeof useCameras>;

export function useCameras() {
  const [deviceIds, setDeviceIds] = useState<string[]>([]);
  const [activeId, setActiveId] = useState<string>();
  const [selectedId, setSelectedId] = useState<string>();

  /** Browsers list the cameras only after the user has allowed one. */
  const handleStream = useCallback((stream: MediaStream) => {
    setActiveId(stream.getVideoTracks()[0]?.getSettings().deviceId ?? '');
    navigator.mediaDevices.enumerateDevices().then(
      (devices) =>
        setDeviceIds(
          devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId),
        ),
      () => setDeviceIds([]),
    );
  }, []);

  const switchCamera = () => {
    const activeIndex = deviceIds.indexOf(activeId ?? '');
    setActiveId(undefined);
    setSelectedId(deviceIds[(activeIndex + 1) % deviceIds.length]);
  };

  return {
    selectedId,
    count: deviceIds.length,
    isReady: activeId !== undefined,
    handleStream,
    switchCamera,
    /** The camera is off until the next stream. */
    markStopped: () => setActiveId(undefined),
    /** Returns to the default camera, after the selected one failed to open. */
    resetSelection: () => setSelectedId(undefined),
  };
}
