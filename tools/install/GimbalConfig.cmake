# find_package(Gimbal) gives the target Gimbal::gimbal, the library with its header and MPI.
include(CMakeFindDependencyMacro)
find_dependency(MPI COMPONENTS C)
get_filename_component(_gimbal_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(Gimbal_VERSION @VERSION@)
if(NOT TARGET Gimbal::gimbal)
  add_library(Gimbal::gimbal SHARED IMPORTED)
  set_target_properties(Gimbal::gimbal PROPERTIES
    IMPORTED_LOCATION "${_gimbal_prefix}/lib/libgimbal.so"
    INTERFACE_INCLUDE_DIRECTORIES "${_gimbal_prefix}/include"
    INTERFACE_LINK_LIBRARIES MPI::MPI_C)
endif()
unset(_gimbal_prefix)
